import assert from "node:assert/strict";
import { test } from "node:test";
import { aKeyword, aPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { aVisitor } from "../../test/visitor.ts";
import { explainMessage } from "./explain.ts";

test("steps, branches and choices are explained by the words of their author", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const text = (words: string) => ({ messages: [{ type: "text", text: words }] });
  const steps = {
    s: {
      type: "split",
      name: "Chia khách",
      branches: [
        { id: "branch-00001", name: "Giảm giá 10%", weight: 1 },
        { id: "b", weight: 0 },
      ],
      next: { "branch-00001": "q" },
    },
    q: {
      type: "ask",
      content: text("Which size?"),
      accept: "choice",
      choices: [{ id: "choice-1", text: "Vừa" }],
      next: { "choice-1": "bye" },
    },
    bye: { type: "message", content: text("Bye") },
  };
  const document = { version: 1, start: "s", steps };
  const flows = [{ name: "Sale", published: true, document }];
  const { pageId } = await aPage(deps, { flows, keywords: [aKeyword("sale", "Sale")] });
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("sale");
  const asked = await visitor.hear((messages) => messages.some((each) => each.text === "Which size?"));
  await visitor.say("vừa", "answer");
  const told = await visitor.hear((messages) => messages.some((each) => each.text === "Bye"));

  const linesFor = async (words: string) => {
    const { id = 0 } = [...asked, ...told].find((message) => message.text === words) ?? {};
    const { sections } = await explainMessage(deps, pageId, id, "en");
    return sections.find(({ section }) => section === "steps")?.lines ?? [];
  };

  const [split] = await linesFor("Which size?");
  assert.match(split ?? "", /“Chia khách”.*“Giảm giá 10%”/);
  const [ask] = await linesFor("Bye");
  assert.equal(ask, "Step “Which size?”: left by “Vừa”.");
});
