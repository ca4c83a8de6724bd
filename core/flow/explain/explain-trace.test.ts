import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Case } from "../../test/cases.ts";
import { ann, aPage } from "../../test/conversation.ts";
import { playScript, type ScriptCase } from "../../test/script.ts";
import { newCustomer } from "../customer.ts";
import type { Trace } from "../trace.ts";
import { simulate } from "../turn/simulate.ts";
import { explainTrace } from "./explain-trace.ts";
import { english } from "./trace-words.ts";
import { vietnamese } from "./trace-words.vi.ts";

const flows = {
  1: {
    hi: { say: "Hello {{user_first_name}} {{order}}", next: "mail" },
    mail: { ask: "Your e-mail?", accept: "email" },
  },
};
const names = { flow: () => "Greeting", keyword: () => "Hello" };

test("a trace explains why the bot answered as it did", () => {
  const conversation = simulate({
    setup: aPage({ flows, keywords: { hello: 1 } }),
    customer: ann,
    now: 0,
    random: () => 0,
  });

  const [hello, unfit] = [conversation.say("hello"), conversation.say("no")];

  assert.deepEqual(explainTrace(hello.trace, names), [
    "The keyword Hello matched (exact): it leads to the flow Greeting.",
    "Step hi of the flow Greeting (version 1): went on.",
    "Step mail of the flow Greeting (version 1): waits here.",
    "{{user_first_name}} was “Ann”, from the customer's data.",
    "There is no value for {{order}}: it was left empty.",
    "So the flow was started.",
  ]);
  assert.deepEqual(explainTrace(unfit.trace), [
    "The question at step mail of the flow 1 was waiting, but this is no answer to it.",
    "No keyword matched.",
    "Step mail of the flow 1 (version 1): waits here.",
    "So the question was asked again.",
  ]);

  assert.deepEqual(explainTrace(hello.trace, names, vietnamese), [
    "Từ khóa Hello khớp (đúng như đã viết): dẫn đến kịch bản Greeting.",
    "Bước hi của kịch bản Greeting (phiên bản 1): đi tiếp.",
    "Bước mail của kịch bản Greeting (phiên bản 1): đang chờ ở đây.",
    "{{user_first_name}} là “Ann”, theo thông tin của khách.",
    "Không có giá trị cho {{order}}: chỗ đó được để trống.",
    "Vì vậy kịch bản được bắt đầu.",
  ]);
});

test("a trace names the growth tool that waited for what the customer did", () => {
  const setup = aPage({ flows, event_tools: [{ type: "reaction", flowId: 1, settings: { emojis: ["❤"] } }] });
  const conversation = simulate({ setup, customer: ann, now: 0, random: () => 0 });
  const named = { ...names, tool: () => "Hearts" };

  const [heart, thumb] = ["❤", "👎"].map((emoji) => conversation.handle({ type: "reaction", emoji }).trace);

  assert.equal(
    heart && explainTrace(heart, named)[0],
    "The customer reacted to a message: the growth tool Hearts leads to the flow Greeting.",
  );
  assert.deepEqual(thumb && explainTrace(thumb, named), [
    "The customer reacted to a message, and no published growth tool waits for this.",
    "So nothing was answered.",
  ]);
});

test("a trace names the fallbacks that stood in for values", () => {
  const greeting = { 1: { hi: { say: "Hello {{user_first_name ?? friend}}, {{user_last_name}}" } } };
  const setup = aPage({ flows: greeting, keywords: { hello: 1 } });
  const conversation = simulate({ setup, customer: newCustomer("web_1"), now: 0, random: () => 0 });

  const values = explainTrace(conversation.say("hello").trace, names).slice(2, 4);

  assert.deepEqual(values, [
    "{{user_first_name}} was “friend”, the fallback, since there is no value.",
    "{{user_last_name}} was “”, from the customer's data.",
  ]);
});

test("steps and exits are called by their names, which may contain any word", () => {
  const trace: Trace = {
    visits: [[1, 0, "call", "failed_over", "timeout"]],
    notes: [
      { note: "failed", run: 1, flow: 2, step: "call", reason: "step_missing" },
      { note: "skipped", what: "unknown_tag", name: "STEP", step: "call" },
      { note: "unsendable", reason: "empty_text" },
    ],
    outcome: "failed",
  };
  const named = {
    flow: () => "STEP by FLOW",
    step: (id: string, flow?: number) => (flow === 2 ? undefined : `“${id} RESULT”`),
    exit: () => "Other way",
  };

  assert.deepEqual(explainTrace(trace, named), [
    "Step “call RESULT”: left by “Other way”, because there was no answer in time.",
    "The run of the flow STEP by FLOW failed at step call: there is no such step.",
    "A tag is not chosen, or gone: STEP (step “call RESULT”).",
    "A message was not sent: empty text.",
    "A flow failed, and was ended.",
  ]);
});

test("a condition is explained by the rules that decided it", () => {
  const trace: Trace = {
    visits: [
      [
        1,
        2,
        "c",
        "no",
        [
          { rule: "tag", tag: 3, has: false },
          { rule: "field", field: "size", operator: "not_contains", value: "XL", found: "XXL", holds: false },
          { rule: "field", field: "city", operator: "equals", value: "Huế", found: "", holds: false },
          { rule: "time", holds: false },
        ],
      ],
    ],
    outcome: "started",
  };
  const tag = (id: number) => (id === 3 ? "VIP" : undefined);

  assert.equal(
    explainTrace(trace, { tag })[0],
    "Step c of the flow 1 (version 2): left by “no”, because the customer does not have the tag VIP; “XL” is in size (“XXL”); city is not known; it was not within the hours.",
  );
  assert.equal(
    explainTrace(trace, { tag }, vietnamese)[0],
    "Bước c của kịch bản 1 (phiên bản 2): đi tiếp theo lối “no”, vì khách hàng không có thẻ VIP; size có chứa “XL” (“XXL”); chưa biết city; lúc đó nằm ngoài khung giờ.",
  );
});

test("an unreadable trace is explained in one sentence instead of failing", () => {
  assert.deepEqual(explainTrace({ failed: "internal" } as never), ["The outcome was not recorded."]);
});

test("every trace of every case is explained in whole sentences, and is small", () => {
  const folder = new URL("../cases/turns/", import.meta.url);
  for (const file of readdirSync(folder)) {
    const cases: Case[] = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    for (const { trace } of cases.flatMap(({ given }) => playScript(given as ScriptCase).turns.flat())) {
      for (const words of [english, vietnamese])
        for (const sentence of explainTrace(trace, {}, words)) {
          assert.match(sentence, /^[\p{Lu}{].*\.$/su);
          assert.doesNotMatch(sentence, blanks);
        }
      assert.ok(JSON.stringify(trace).length < 6000);
    }
  }
});

test("every language uses the same placeholders", () => {
  assert.deepEqual(blanksOf(vietnamese), blanksOf(english));
});

const blanks = /undefined|\b(FLOW|STEP|VERSION|RESULT|EXIT|REASON|NAME|VALUE|SOURCE|RANK|REF|KEYWORD|TOOL|HAPPENING)\b/;

function blanksOf(words: unknown): unknown {
  if (typeof words === "string") return [...words.matchAll(new RegExp(blanks, "g"))].map(([blank]) => blank).sort();
  return Object.fromEntries(Object.entries(words as object).map(([key, value]) => [key, blanksOf(value)]));
}
