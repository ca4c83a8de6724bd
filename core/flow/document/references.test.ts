import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { stepTypes } from "../steps/index.ts";
import { listReferences, mapReferences, type Reference } from "./references.ts";

const document = {
  layout: { hi: { x: 1, y: 2 } },
  steps: {
    hi: {
      next: "ask",
      type: "message",
      content: {
        quick_replies: [
          { flow_id: 2, type: "flow", caption: "Sizes for {{user_first_name}}" },
          { type: "phone_number" },
        ],
        messages: [
          { type: "text", text: "Hello {{nick}}", buttons: [{ type: "flow", flow_id: 1, title: "More" }] },
          { type: "cards", elements: [{ title: "A", buttons: [{ type: "flow", title: "B", flow_id: null }] }] },
        ],
        actions: [
          { action: "add_tag", tag_id: 5 },
          { action: "set_custom_field", action_value: "{{flow}}", action_id: 8 },
        ],
      },
    },
    act: {
      type: "action",
      actions: [
        { action: "remove_tag", tag_id: 6 },
        { action: "clear_custom_field", action_id: 9 },
        { action: "start_sequence", flow_id: 3 },
        { action: "stop_sequence", flow_id: 1 },
        { action: "enter_sequence", sequence_id: 10 },
      ],
    },
    go: { type: "goto", flow_id: 4, next: null },
    if: {
      type: "condition",
      rules: [
        { type: "tag", tag_id: 7, has: true },
        { type: "field", field: "size", operator: "equals", value: "{{phone}}" },
      ],
    },
    by: { type: "split", branches: [{ id: "flow", weight: 1 }], next: { flow: "hi", tag: "go", field: null } },
    ask: { type: "ask", save_to: "email", choices: ["{{choice}}", 5] },
    wait: { type: "delay", until_field: "birthday" },
    call: { type: "request", save: [{ path: "/flow_id", field: "size" }], body: '{"flow_id": 12}' },
    odd: { type: "goto", flow_id: "twelve" },
    half: { type: "message", content: { messages: "none", quick_replies: [null, { type: "flow" }] } },
    none: null,
    other: { type: "unheard_of", flow_id: 99 },
  },
  start: "hi",
  version: 1,
};

const toNames = ({ by, value }: Reference) =>
  by === "id" ? { by: "name" as const, value: typeof value === "number" ? `name ${value}` : value } : undefined;
const toIds = ({ by, value }: Reference) =>
  by === "name"
    ? { by: "id" as const, value: String(value).startsWith("name ") ? Number(String(value).slice(5)) : value }
    : undefined;

test("references become names in place, wherever the schemas have them", () => {
  const named = mapReferences<unknown>(document, toNames);

  assert.equal(
    JSON.stringify(named),
    JSON.stringify(document)
      .replace(/"(flow|tag|sequence)_id":(\d+)/g, '"$1":"name $2"')
      .replace(/"action_id":(\d+)/g, '"field":"name $1"')
      .replaceAll('"flow_id":null', '"flow":null')
      .replace('"flow_id":"twelve"', '"flow":"twelve"')
      // A step of an unknown type has no references.
      .replace('"unheard_of","flow":"name 99"', '"unheard_of","flow_id":99'),
  );
});

test("mapping names back to ids restores the document byte for byte", () => {
  assert.equal(JSON.stringify(mapReferences(mapReferences(document, toNames), toIds)), JSON.stringify(document));
});

test("mapping changes neither its input nor references without a change", () => {
  const before = JSON.stringify(document);

  const mapped = mapReferences(document, ({ kind }) => (kind === "tag" ? { by: "name", value: "x" } : undefined));

  assert.equal(JSON.stringify(document), before);
  assert.equal(JSON.stringify(mapped), before.replace(/"tag_id":\d+/g, '"tag":"x"'));
});

test("each reference is shown with its kind and place", () => {
  const seen: Reference[] = [];
  mapReferences({ steps: { a: { type: "goto", flow: "Sales" } } }, (reference) => {
    seen.push(reference);
    return undefined;
  });

  assert.deepEqual(seen, [{ kind: "flow", by: "name", value: "Sales", path: "/steps/a/flow" }]);
});

test("each reference of a document is listed once", () => {
  assert.deepEqual(listReferences(document), {
    flows: [1, 2, 3, 4],
    tags: [5, 6, 7],
    fields: [8, 9],
    sequences: [10],
    models: [],
    sources: [],
    fieldNames: ["size", "email", "birthday"],
    variables: ["nick", "user_first_name", "flow", "phone", "choice"],
  });
});

test("a value that is not a document has no references", () => {
  for (const value of [null, 5, [], {}, { steps: [] }, { steps: { a: 5, b: { type: "toString" } } }]) {
    const none = {
      flows: [],
      tags: [],
      fields: [],
      sequences: [],
      models: [],
      sources: [],
      fieldNames: [],
      variables: [],
    };
    assert.deepEqual(listReferences(value), none);
    assert.deepEqual(mapReferences(value, toNames), value);
  }
});

test("every reference key in a schema is marked so that the walk finds it", () => {
  const keys: Record<string, string> = {
    ...{ flow: "flow_id", tag: "tag_id", "custom-field": "action_id", sequence: "sequence_id" },
  };
  let count = 0;
  function look(node: unknown): void {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "properties") {
        for (const [name, field] of Object.entries<{ input?: string }>(value)) {
          const expected = field.input && keys[field.input];
          if (expected) assert.equal(name, expected);
          if (Object.values(keys).includes(name)) assert.equal(expected, name);
          count += expected ? 1 : 0;
        }
      }
      look(value);
    }
  }

  for (const { schema } of Object.values(stepTypes)) look(z.toJSONSchema(schema, { io: "input" }));

  assert.ok(count > 10);
});
