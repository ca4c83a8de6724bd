import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Case } from "../test/cases.ts";
import { ann, aPage } from "../test/conversation.ts";
import { playScript, type ScriptCase } from "../test/script.ts";
import { simulate } from "./simulate.ts";
import { explainTrace } from "./trace.ts";

const flows = {
  1: {
    hi: { say: "Hello {{user_first_name}} {{order}}", next: "mail" },
    mail: { ask: "Your e-mail?", accept: "email" },
  },
};
const names = { flow: () => "Greeting", keyword: () => "Hello" };

test("a trace tells why the bot answered so", () => {
  const conversation = simulate({
    setup: aPage({ flows, keywords: { hello: 1 } }),
    customer: ann,
    now: 0,
    random: () => 0,
  });

  const [hello, unfit] = [conversation.say("hello"), conversation.say("no")];

  assert.deepEqual(explainTrace(hello.trace, names), [
    "The keyword Hello matched (exact): it leads to the flow Greeting.",
    'Step hi of the flow Greeting (version 1): left by "next".',
    "Step mail of the flow Greeting (version 1): waits here.",
    '{{user_first_name}} was "Ann", known of the customer.',
    "Nobody knows {{order}}: it was left empty.",
    "So the flow was started.",
  ]);
  assert.deepEqual(explainTrace(unfit.trace), [
    "The question at step mail of the flow 1 was waiting, but this is no answer to it.",
    "No keyword matched.",
    "Step mail of the flow 1 (version 1): waits here.",
    "So the question was asked again.",
  ]);
});

test("a trace that nobody can read is no reason to fail", () => {
  assert.deepEqual(explainTrace({ failed: "internal" } as never), ["What became of it was not kept."]);
});

test("every trace of every case is told in whole sentences, and is small", () => {
  const folder = new URL("./cases/turns/", import.meta.url);
  for (const file of readdirSync(folder)) {
    const cases: Case[] = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    for (const { trace } of cases.flatMap(({ given }) => playScript(given as ScriptCase).turns.flat())) {
      for (const sentence of explainTrace(trace)) {
        assert.match(sentence, /^[A-Z{].*\.$/s);
        assert.doesNotMatch(sentence, /undefined|\bFLOW\b|\bSTEP\b|\bRANK\b|\bREF\b|\bKEYWORD\b/);
      }
      assert.ok(JSON.stringify(trace).length < 6000);
    }
  }
});
