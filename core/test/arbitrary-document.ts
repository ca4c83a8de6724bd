import fc, { type Arbitrary } from "fast-check";
import { StepTypeName } from "../flow/steps/index.ts";
import type { JsonObject } from "../model/json.ts";
import { visibleText } from "./arbitrary-text.ts";

/** The names that a document may refer to: references are names, as in a page file. */
export type Known = { tags: string[]; fields: string[]; flows: string[] };

/** A document that can be published: a chain of any steps, each with exits to later ones and buttons to any. */
export function arbitraryDocument(known: Known): Arbitrary<JsonObject> {
  return fc.uniqueArray(stepId, { minLength: 1, maxLength: 5 }).chain((ids) =>
    fc
      .record(
        {
          steps: fc.tuple(...ids.map((_, index) => stepOf(known, ids, ids.slice(index + 1)))),
          note: fc.record({ type: fc.constant("note"), text: fc.string({ maxLength: 20 }) }),
          layout: fc.constantFrom({}, { [ids[0] ?? "hi"]: { x: -1.5, y: 1e5 } }),
        },
        { requiredKeys: ["steps"] },
      )
      .map(({ steps, note, layout }) => ({
        version: 1,
        start: ids[0],
        steps: Object.fromEntries([...ids.map((id, index) => [id, steps[index]]), ...(note ? [["a-note", note]] : [])]),
        ...(layout && { layout }),
      })),
  );
}

/** A draft: its outer structure is valid, its settings are arbitrary. */
export function arbitraryDraft(known: Known): Arbitrary<JsonObject> {
  const type = fc.constantFrom(...StepTypeName.options);
  const half = fc
    .tuple(type, fc.dictionary(fc.constantFrom("content", "next", "text", "rules", "x"), anyJson, { maxKeys: 3 }))
    .map(([type, settings]) => ({ type, ...settings }));
  const unfinished = fc.record({
    version: fc.constant(1),
    start: fc.constantFrom(null, "hi", "not-there"),
    steps: fc.dictionary(stepId, half, { maxKeys: 4 }),
  });
  return fc.oneof(arbitraryDocument(known), unfinished);
}

const stepId = fc.constantFrom("hi", "s1", "1", "10", "9", "toString", "constructor", "-_-", "later");

const anyJson = fc
  .jsonValue({ stringUnit: "grapheme", maxDepth: 3 })
  .filter((value) => !/__proto__|\\u0000|\\ud[89a-f]/.test(JSON.stringify(value)));

type Any = Arbitrary<JsonObject>;

function stepOf(known: Known, all: string[], later: string[]): Any {
  const { tags, fields, flows } = known;
  const text = visibleText();
  const flow = fc.constantFrom(null, ...flows);
  const target = fc.constantFrom(null, ...later);
  const saveTo = fc.constantFrom("email", "phone", ...fields);
  const content = contentOf(known, all);
  const exits = (...names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, target])));

  const tagRule = tags.map((tag) => fc.record({ type: is("tag"), tag: fc.constant(tag), has: fc.boolean() }));
  const rules: Any[] = [
    ...tagRule,
    fc.record({
      type: is("field"),
      field: saveTo,
      operator: is("equals"),
      value: fc.oneof(text, fc.integer(), fc.boolean()),
    }),
    fc.record({ type: is("field"), field: saveTo, operator: is("is_set") }),
    fc.record({ type: is("channel"), channels: fc.constant(["webchat", "line"]) }),
    fc.record({ type: is("locale"), locales: fc.constant(["vi", "pt-BR"]), is: fc.boolean() }),
    fc.record({ type: is("reach"), reach: fc.constantFrom("open", "unreachable", "blocked"), is: fc.boolean() }),
  ];
  const actions: Any[] = [
    ...actionsOf(known),
    fc.record({ action: fc.constantFrom("start_sequence", "stop_sequence"), flow }),
    fc.record({ action: is("notify"), text }),
    fc.record(
      { action: is("reach_goal"), goal: is("Purchase"), value: text, currency: is("VND") },
      { requiredKeys: ["action", "goal"] },
    ),
    fc.record({ action: is("set_subscription"), is_wanted: fc.boolean() }),
    fc.record({ action: fc.constantFrom("hand_over", "hand_over_to_platform", "resume_bot") }),
  ];
  return fc.oneof(
    fc.record({ type: is("message"), content, next: target }, { requiredKeys: ["type", "content"] }),
    fc.record(
      {
        type: is("ask"),
        content,
        accept: fc.constantFrom("text", "number", "email", "phone", "date"),
        save_to: saveTo,
        retries: fc.nat(5),
        next: exits("answered", "gave_up", "no_reply"),
      },
      { requiredKeys: ["type", "content", "accept"] },
    ),
    fc.record({
      type: is("condition"),
      match: fc.constantFrom("all", "any"),
      rules: some(rules),
      next: exits("yes", "no"),
    }),
    fc.record({ type: is("split"), branches: fc.constant(branches), next: exits("a", "2", "1") }),
    fc.record({ type: is("delay"), seconds: fc.integer({ min: 1, max: 86_400 }), next: target }),
    fc.record({
      type: is("delay"),
      until_field: saveTo,
      within: fc.constant([{ days: ["mon"], from: "08:00", to: "20:00" }]),
      next: target,
    }),
    fc.record({ type: is("action"), actions: some(actions), next: target }),
    fc.record({ type: is("goto"), flow, return: fc.boolean(), next: fc.constant(null) }),
    fc.record({
      type: is("request"),
      method: is("POST"),
      url: is("https://api.example.com/orders/{{order}}?x=1"),
      headers: fc.constant([{ name: "x-key", value: "{{secret}}" }]),
      body: fc.string({ maxLength: 20 }),
      save: fc.array(fc.record({ path: is("/order/0/a~1b"), field: saveTo }), { maxLength: 2 }),
      next: exits("ok", "failed"),
    }),
  );
}

const branches = [
  { id: "a", weight: 70 },
  { id: "2", weight: 0 },
  { id: "1", weight: 1000 },
];

function contentOf(known: Known, steps: string[]): Any {
  const title = visibleText();
  const flow = fc.constantFrom(null, ...known.flows);
  const button: Any = fc.oneof(
    fc.record({ type: is("url"), title, url: is("https://example.com/{{psid}}") }),
    fc.record({ type: is("call"), caption: title, phone: is("+84 90 123-45") }),
    fc.record({ type: is("flow"), title, flow }),
    fc.record({ type: is("step"), title, step: fc.constantFrom(...steps) }),
  );
  const buttons = fc.array(button, { maxLength: 3 });
  const message: Any = fc.oneof(
    fc.record({ type: is("text"), text: title, buttons }, { requiredKeys: ["type", "text"] }),
    fc.record({ type: fc.constantFrom("image", "video", "audio", "file"), url: is("https://example.com/a%20b.png") }),
    fc.record({
      type: is("cards"),
      elements: some([fc.record({ title, subtitle: title, buttons }, { requiredKeys: ["title"] })]),
    }),
  );
  const quickReply: Any = fc.oneof(
    fc.record({ type: is("flow"), caption: title, flow }),
    fc.record({ type: is("text"), title }),
    fc.record({ type: fc.constantFrom("phone_number", "email") }),
  );
  return fc.record(
    {
      messages: some([message]),
      quick_replies: fc.array(quickReply, { maxLength: 3 }),
      actions:
        known.tags.length + known.fields.length > 0
          ? fc.array(fc.oneof(...actionsOf(known)), { maxLength: 2 })
          : fc.constant([]),
    },
    { requiredKeys: ["messages"] },
  );
}

function actionsOf({ tags, fields }: Known): Any[] {
  return [
    ...tags.map((tag) => fc.record({ action: fc.constantFrom("add_tag", "remove_tag"), tag: fc.constant(tag) })),
    ...fields.map((field) =>
      fc.record({
        action: is("set_custom_field"),
        field: fc.constant(field),
        action_value: fc.oneof(fc.string(), fc.integer()),
      }),
    ),
  ];
}

const is = (text: string) => fc.constant(text);
const some = (kinds: Any[]) => fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 3 });
