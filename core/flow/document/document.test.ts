import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { AppError } from "../../model/error.ts";
import { faultsOf } from "../../model/faults.ts";
import { stepTypes } from "../steps/index.ts";
import { checkDocument, DraftDocument, FlowDocument, NamedDocument, parseDocument } from "./document.ts";

const note = { type: "note", text: "" };
const say = { type: "message", content: { messages: [{ type: "text", text: "Hello" }] } };

function faultsIn(schema: z.ZodType, document: unknown): string[] {
  const parsed = schema.safeParse(document);
  return parsed.success ? [] : faultsOf(parsed.error).map(({ path, message }) => `${path} ${message}`);
}

const bothRefuse: [string, unknown, string][] = [
  ["null", null, " must be an object"],
  ["a list", [], " must be an object"],
  ["another version", { version: 2, start: "a", steps: {} }, "/version must be 1"],
  ["no steps", { version: 1, start: "a" }, "/steps is required"],
  ["an unknown field", { version: 1, start: "a", steps: {}, colour: 1 }, " must not hold unknown fields"],
  [
    "a start that is no step id",
    { version: 1, start: "a b", steps: {} },
    "/start must be a step id: up to 64 letters, digits, _ and -",
  ],
  [
    "a step id with a space",
    { version: 1, start: "a", steps: { "a b": note } },
    "/steps has a key that must be a step id: up to 64 letters, digits, _ and -",
  ],
  [
    "a step called __proto__",
    JSON.parse('{"version":1,"start":"a","steps":{"__proto__":{"type":"note","text":""}}}'),
    "/steps must not hold unknown fields",
  ],
  [
    "a step without a type",
    { version: 1, start: "a", steps: { a: {} } },
    `/steps/a/type must be one of ${Object.keys(stepTypes).join(", ")}`,
  ],
  [
    "a step type from Object's prototype",
    { version: 1, start: "a", steps: { a: { type: "toString" } } },
    `/steps/a/type must be one of ${Object.keys(stepTypes).join(", ")}`,
  ],
  ["a place without y", { version: 1, start: "a", steps: {}, layout: { a: { x: 1 } } }, "/layout/a/y is required"],
  [
    "a place far out",
    { version: 1, start: "a", steps: {}, layout: { a: { x: 1e7, y: 0 } } },
    "/layout/a/x must be at most 1000000",
  ],
  [
    "NUL",
    { version: 1, start: "a", steps: { a: { ...note, text: "\0" } } },
    "/steps/a/text must not hold NUL or lone surrogates",
  ],
  [
    "a lone surrogate in a key",
    { version: 1, start: "a", steps: { a: { ...note, "\ud800": 1 } } },
    "/steps/a must not hold NUL or lone surrogates",
  ],
  [
    "a number that JSON cannot write",
    { version: 1, start: "a", steps: {}, layout: { a: { x: JSON.parse("1e999"), y: 0 } } },
    "/layout/a/x must be a finite number",
  ],
  [
    "deep nesting",
    { version: 1, start: "a", steps: { a: nest(100_000) } },
    " must not be nested deeper than 24 levels",
  ],
  [
    "more than 1 MiB",
    { version: 1, start: "a", steps: { a: { ...note, text: "é".repeat(600_000) } } },
    " must be at most 1 MiB of JSON",
  ],
  [
    "2001 steps",
    { version: 1, start: "a", steps: Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`s${i}`, note])) },
    "/steps must hold at most 2000 steps",
  ],
  [
    "a step of more than 100 exits",
    { version: 1, start: "a", steps: { a: withExits(101) } },
    "/steps/a must have at most 100 exits",
  ],
];

for (const [name, document, fault] of bothRefuse) {
  test(`neither a draft nor a document may have ${name}`, () => {
    assert.deepEqual(faultsIn(FlowDocument, document), [fault]);
    assert.deepEqual(faultsIn(DraftDocument, document), [fault]);
  });
}

test("a hundred exits are allowed", () => {
  assert.deepEqual(checkDocument({ version: 1, start: "a", steps: { a: withExits(100) } }), []);
});

test("a draft may be unfinished, a document not", () => {
  const draft = {
    version: 1,
    start: null,
    steps: {
      a: { type: "message", content: { messages: [{ type: "text", text: "" }] }, next: 5 },
      b: { type: "ask", retries: "many" },
      c: { type: "goto", flow_id: null, unheard_of: true },
    },
  };

  assert.deepEqual(faultsIn(DraftDocument, draft), []);
  assert.deepEqual(faultsIn(FlowDocument, draft), [
    "/start must be text",
    "/steps/a/content/messages/0/text must not be blank",
    "/steps/a/next must be text",
    "/steps/b/content is required",
    "/steps/b/accept must be one of text, number, email, phone, date, choice, location, form, order",
    "/steps/b/retries must be a number",
    "/steps/c must not hold unknown fields",
  ]);
});

test("parsing a draft changes nothing, not even the order of keys", () => {
  const text =
    '{"steps":{"b":{"next":null,"content":{},"type":"message"},"a":{"text":"x","type":"note"}},"version":1,"start":"b"}';

  assert.equal(JSON.stringify(DraftDocument.parse(JSON.parse(text))), text);
});

test("a draft refers by ids", () => {
  const draft = (step: object) => ({ version: 1, start: null, steps: { a: step } });

  assert.deepEqual(faultsIn(DraftDocument, draft({ type: "goto", flow_id: 12 })), []);
  assert.deepEqual(faultsIn(DraftDocument, draft({ type: "goto", flow_id: "12" })), [
    "/steps/a/flow_id must be an id or null",
  ]);
  assert.deepEqual(faultsIn(DraftDocument, draft({ type: "goto", flow: "Sales" })), ["/steps/a/flow must be flow_id"]);
  assert.deepEqual(
    faultsIn(DraftDocument, draft({ type: "action", actions: [{ action: "clear_custom_field", field: "size" }] })),
    ["/steps/a/actions/0/field must be action_id"],
  );
});

test("a draft in a page file refers by names", () => {
  const draft = (step: object) => ({ version: 1, start: null, steps: { a: step } });

  assert.deepEqual(faultsIn(NamedDocument, draft({ type: "goto", flow: "Sales" })), []);
  assert.deepEqual(faultsIn(NamedDocument, draft({ type: "goto", flow: null })), []);
  assert.deepEqual(faultsIn(NamedDocument, draft({ type: "goto", flow: 12 })), [
    "/steps/a/flow must be a name or null",
  ]);
  assert.deepEqual(faultsIn(NamedDocument, draft({ type: "goto", flow_id: 12 })), ["/steps/a/flow_id must be flow"]);
});

test("a parsed document finds its steps by any name, and no others", () => {
  const { start, steps } = parseDocument({ version: 1, start: "toString", steps: { toString: say } });

  assert.equal(start, "toString");
  assert.equal(steps.get("toString")?.type, "message");
  assert.equal(steps.get("constructor"), undefined);
});

test("parsing leaves its input as it is", () => {
  const document = Object.freeze({ version: 1, start: "a", steps: Object.freeze({ a: Object.freeze({ ...say }) }) });

  parseDocument(document);

  assert.deepEqual(document, { version: 1, start: "a", steps: { a: say } });
});

test("parsing a document that cannot run throws its faults", () => {
  assert.throws(
    () => parseDocument({ version: 1, start: "a", steps: { a: { type: "delay" } } }),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.faults, [{ path: "/steps/a", message: "must have one of seconds, until, until_field" }]);
      return true;
    },
  );
});

test("at most twenty faults are reported", () => {
  const steps = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`s${index}`, { type: "delay" }]));

  assert.equal(checkDocument({ version: 1, start: "s0", steps }).length, 20);
});

test("faults never repeat the author's words", () => {
  const secret = "sesame";
  const steps = { a: { type: secret }, b: { ...note, [secret]: secret }, c: { type: "goto", flow_id: secret } };

  assert.doesNotMatch(JSON.stringify(checkDocument({ version: 1, start: "a", steps, [secret]: 1 })), /sesame/);
});

test("the schemas can be published as JSON Schema", () => {
  const flow = z.toJSONSchema(FlowDocument, { io: "input" });
  const draft = z.toJSONSchema(z.strictObject({ draft: DraftDocument, file: NamedDocument }), { io: "input" });

  assert.deepEqual(flow.required, ["version", "start", "steps"]);
  assert.match(JSON.stringify(flow), /whatsapp_message_template/);
  assert.match(JSON.stringify(draft), /"required":\["version","start","steps"\]/);
});

function nest(depth: number): object {
  let value: object = note;
  for (let level = 0; level < depth; level++) value = [value];
  return { type: "note", text: value };
}

function withExits(count: number) {
  const button = { type: "step", title: "Go", step: "a" };
  const cards = {
    type: "cards",
    elements: Array.from({ length: 10 }, () => ({ title: "A", buttons: [button, button, button] })),
  };
  const rest = Array.from({ length: count - 91 }, () => ({ type: "step", caption: "Go", step: "a" }));
  return { type: "message", content: { messages: [cards, cards, cards], quick_replies: rest }, next: "a" };
}
