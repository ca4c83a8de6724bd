import fc from "fast-check";
import type { Attachment, ConversationEvent } from "../flow/event.ts";
import type { RequestAnswer } from "../flow/request-answer.ts";
import type { Content } from "../model/content/content.ts";
import type { PageCase } from "./conversation.ts";

// Random flows, sequences, rules and events. There are flows 1 to 4 and references up to 5, steps a to f and exits up to g,
// sequences 11 and 12 and references up to 13.

export type AnyEvent =
  | ConversationEvent
  | { type: "wait"; seconds: number }
  | { type: "answer_next"; answer: RequestAnswer };

const flowIds = fc.integer({ min: 1, max: 5 });
const stepNames = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
const next = fc.option(stepNames, { freq: 5 });
const exits = (...names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, next])));
const fields = fc.constantFrom("size", "n", "day", "yes", "email", "phone", "user_full_name", "nobody");
const texts = fc.constantFrom(
  "Hi",
  "{{size}}{{size}}",
  "{{user_first_name}} {{x}}",
  "{{one|two}}",
  "{{nobody}}",
  "{{n}} 1",
);
const words = fc.constantFrom("hello", "no", "1", "2026-06-02", "ann@example.com", "+84901234567", "S", "", "{{size}}");
const hours = fc.constant([{ days: ["sun", "tue"], from: "02:00", to: "03:30" }]);
const flow_id = fc.option(flowIds);
const sequenceIds = fc.constantFrom(11, 12, 13);

const buttons = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("step"), title: texts, step: stepNames }),
    fc.record({ type: fc.constant("flow"), title: texts, flow_id }),
  ),
  { maxLength: 2 },
);
const actions = fc.array(
  fc.oneof(
    fc.record({ action: fc.constantFrom("add_tag", "remove_tag"), tag_id: fc.option(fc.integer({ min: 3, max: 4 })) }),
    fc.record({
      action: fc.constant("set_custom_field"),
      action_id: fc.integer({ min: 1, max: 5 }),
      action_value: texts,
    }),
    fc.record({ action: fc.constantFrom("start_sequence", "stop_sequence"), flow_id }),
    fc.record({ action: fc.constantFrom("enter_sequence", "leave_sequence"), sequence_id: sequenceIds }),
    fc.constantFrom(
      { action: "hand_over" },
      { action: "hand_over_to_platform" },
      { action: "pause_bot", seconds: 100 },
      { action: "pause_bot" },
      { action: "resume_bot" },
      { action: "notify", text: "{{size}}" },
      { action: "reach_goal", goal: "Purchase", value: "{{n}}", currency: "VND" },
      { action: "set_subscription", is_wanted: true },
      { action: "set_subscription", is_wanted: false },
    ),
  ),
  { minLength: 1, maxLength: 3 },
);
const content = fc.record({
  messages: fc.array(fc.record({ type: fc.constant("text"), text: texts, buttons }), { minLength: 1, maxLength: 2 }),
  quick_replies: fc.constantFrom([], [{ type: "phone_number" }], [{ type: "text", caption: "{{size}}" }]),
});
const rules = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("field"), field: fields, operator: fc.constantFrom("equals", "less"), value: texts }),
    fc.record({ type: fc.constant("field"), field: fields, operator: fc.constantFrom("is_set", "is_not_set") }),
    fc.record({ type: fc.constant("time"), hours }),
    fc.record({ type: fc.constant("tag"), tag_id: fc.constant(3), has: fc.boolean() }),
    fc.record({
      type: fc.constantFrom("last_active", "first_seen"),
      within: fc.boolean(),
      days: fc.constantFrom(1, 30),
    }),
    fc.record({ type: fc.constant("sequence"), sequence_id: sequenceIds, runs: fc.boolean() }),
  ),
  { minLength: 1, maxLength: 2 },
);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("message"), content, next }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("ask"),
      content,
      accept: fc.constantFrom("text", "number", "email", "phone", "date"),
      save_to: fields,
      retries: fc.integer({ min: 0, max: 2 }),
      no_reply_seconds: fc.constantFrom(1, 3600),
      next: exits("answered", "gave_up", "no_reply"),
    }),
  },
  fc.record({
    type: fc.constant("ask"),
    content: content.map(({ messages }) => ({ messages })),
    accept: fc.constant("choice"),
    choices: fc.constant(["S", { id: "sized", text: "{{size}}" }, { id: "spun", text: "{{one|two}}" }]),
    next: exits("sized", "spun", "answered", "gave_up"),
  }),
  fc.record({ type: fc.constant("condition"), match: fc.constantFrom("all", "any"), rules, next: exits("yes", "no") }),
  fc.record({
    type: fc.constant("split"),
    branches: fc.constant([
      { id: "x", name: "10% off", weight: 1 },
      { id: "y", weight: 2 },
    ]),
    next: exits("x", "y"),
  }),
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.record({ type: fc.constant("delay"), seconds: fc.constantFrom(1, 20, 3600, 2_592_000), next }),
      fc.record({ type: fc.constant("delay"), seconds: fc.constant(60), within: hours, next }),
      fc.record({ type: fc.constant("delay"), until: fc.constantFrom("2026-03-29T02:30", "2026-01-01T00:00"), next }),
      fc.record({ type: fc.constant("delay"), until_field: fields, next }),
    ),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("action"), actions, next }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("goto"), flow_id, return: fc.boolean(), next }) },
  fc.record({
    type: fc.constant("request"),
    method: fc.constant("GET"),
    url: fc.constant("https://example.com/{{size}}"),
    save: fc.constantFrom([], [{ path: "/a", field: "size" }]),
    answer: fc.constantFrom("fields", "content"),
    next: exits("ok", "failed"),
  }),
  fc.constant({ type: "note", text: "" }),
);

const flow = fc.record({ a: step, b: step, c: step, d: step, e: step, f: step }, { requiredKeys: ["a"] });

const sequenceStep = fc.oneof(
  fc.record({ wait_seconds: fc.constantFrom(0, 1, 3600), say: texts }),
  fc.record({ wait_seconds: fc.constantFrom(0, 60), within: hours, say: texts }),
  fc.record({ wait_seconds: fc.constantFrom(0, 60), flow_id }),
);
const sequenceSteps = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), sequenceStep), { minLength: 1, maxLength: 4 })
  .map((steps) => [...new Map(steps)].map(([id, each]) => ({ id, ...each })));
const sequence = fc.record({
  leave: fc.record({ on_reply: fc.boolean(), tag_ids: fc.subarray([3]) }),
  versions: fc.array(fc.record({ moves: fc.boolean(), steps: sequenceSteps }), { minLength: 1, maxLength: 2 }),
});
const pageRule = fc.record({
  when: fc.oneof(
    fc.record({ type: fc.constantFrom("tag_added", "tag_removed"), tag_id: fc.constantFrom(3, 4) }),
    fc.record({ type: fc.constant("field_changed"), field: fields }),
    fc.record({ type: fc.constant("sequence_finished"), sequence_id: sequenceIds }),
    fc.record({ type: fc.constant("no_answer"), hours: fc.constantFrom(1, 24) }),
    fc.record({
      ...{ type: fc.constant("date"), field: fc.constant("day"), days: fc.constantFrom(-1, 0, 1) },
      ...{ at: fc.constant("09:00"), every_year: fc.boolean() },
    }),
    fc.constant({ type: "customer_new" }),
  ),
  do: fc.oneof(
    // A rule starts a flow by itself.
    actions
      .filter((some) => some.every(({ action }) => action !== "start_sequence"))
      .map((some) => ({ actions: some })),
    fc.record({ flow_id }),
  ),
  often: fc.constantFrom({ type: "every_time" }, { type: "once" }, { type: "once_per", days: 1 }),
}) as fc.Arbitrary<NonNullable<PageCase["rules"]>[number]>;

export const anyPage: fc.Arbitrary<PageCase> = fc.record({
  flows: fc.record({ "1": flow, "2": flow, "3": flow, "4": flow }, { requiredKeys: ["1", "2"] }) as fc.Arbitrary<
    NonNullable<PageCase["flows"]>
  >,
  keywords: fc.constant({ hello: 1, no: 2 }),
  welcome: flowIds,
  default_reply: flowIds,
  default_reply_seconds: fc.constantFrom(0, 3600),
  inbox: fc.record({
    pauseMinutes: fc.option(fc.constantFrom(1, 60)),
    handOverMinutes: fc.option(fc.constantFrom(1, 1440)),
    handOverText: fc.option(fc.constantFrom("Sorry", "{{size}}")),
  }),
  tools: fc.constant({ poster: 3, banner: null }),
  event_tools: fc.constant([
    { type: "reaction" as const, flowId: 2, settings: { emojis: ["❤"] } },
    { type: "reaction" as const, flowId: null },
    { type: "location" as const, flowId: 3 },
    { type: "follow" as const, flowId: 1 },
  ]),
  sequences: fc.record({ "11": sequence, "12": sequence }),
  rules: fc.array(pageRule, { maxLength: 4 }),
  tags: fc.constant({ "3": "vip" }),
  fields: fc.constant({ size: "text", n: "number", day: "date", yes: "boolean" } as const),
});

const payload = fc.dictionary(fields, texts, { maxKeys: 2, noNullPrototype: true });
const target = fc.option(
  fc.oneof(
    fc.record({ type: fc.constant("flow" as const), flow_id: flowIds }),
    fc.record({
      type: fc.constant("step" as const),
      flow_id: flowIds,
      version: fc.constantFrom(1, 2),
      step: stepNames,
    }),
    fc.record({ type: fc.constant("text" as const), text: words }),
  ),
);
const answer: fc.Arbitrary<RequestAnswer> = fc.oneof(
  fc.record({
    ok: fc.constant(true as const),
    status: fc.constant(200),
    body: fc.constantFrom("", "{}", '{"a":"x"}', '{"a":null}', '{"messages":[{"type":"text","text":"{{size}}"}]}'),
  }),
  fc.constant({ ok: false as const, reason: "timeout" as const }),
);

const userId = fc.constant("user");

const event: fc.Arbitrary<AnyEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("message" as const), text: words }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("press" as const),
      source: fc.constant({ type: "menu" as const, id: 1 }),
      title: words,
      target,
      payload,
    }),
  },
  fc.record({ type: fc.constant("referral" as const), ref: fc.constantFrom("poster", "banner", "toString") }),
  fc.record({ type: fc.constant("opened" as const) }),
  fc.record({ type: fc.constant("follow" as const) }),
  fc.record({ type: fc.constant("reaction" as const), emoji: fc.constantFrom("❤", "❤\uFE0F", "👍") }),
  fc.record({
    type: fc.constant("message" as const),
    text: words,
    attachments: fc.constant<Attachment[]>([{ type: "location", latitude: 10, longitude: 106 }]),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("send_flow" as const), flowId: flowIds, payload, sendId: fc.constant(7) }),
  },
  fc.record({
    type: fc.constant("send_content" as const),
    content: fc.constant<Content>({ messages: [{ type: "text", text: "{{size}}" }] }),
    payload,
    sendId: fc.constant(8),
  }),
  fc.record({
    type: fc.constant("timer" as const),
    runId: fc.integer({ min: 1, max: 5 }),
    turn: fc.integer({ min: 1, max: 9 }),
  }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant("answer_next" as const), answer }) },
  fc.record({ type: fc.constant("takeover" as const), pausedSeconds: fc.option(fc.constantFrom(0, 60, 86_400)) }),
  fc.constant({ type: "resume" as const }),
  fc.record({ type: fc.constant("pause" as const), seconds: fc.option(fc.constantFrom(1, 60, 86_400)), userId }),
  fc.record({
    type: fc.constant("person_message" as const),
    content: fc.constantFrom<Content>(
      { messages: [{ type: "text", text: "{{size}} {{user_first_name}}" }] },
      { messages: [{ type: "text", text: "Hi" }], actions: [{ action: "add_tag", tag_id: 3 }] },
    ),
    userId,
    sendId: fc.constant(9),
  }),
  fc.record({
    type: fc.constant("person_reaction" as const),
    emoji: fc.option(fc.constant("👍")),
    about: fc.constant({ id: 11, platformId: "m_11" }),
    userId,
    sendId: fc.constant(11),
  }),
  fc.record({ type: fc.constant("start_flow" as const), flowId: flowIds, userId, sendId: fc.constant(10) }),
  fc.record({
    type: fc.constant("edit_customer" as const),
    fields: fc.dictionary(fields, words, { maxKeys: 3, noNullPrototype: true }),
    addTags: fc.subarray([3, 4]),
    removeTags: fc.subarray([3]),
    userId,
  }),
  fc.record({
    type: fc.constant("prechat_form" as const),
    fields: fc.dictionary(fields, words, { maxKeys: 3, noNullPrototype: true }),
  }),
  fc.record({ type: fc.constant("goal" as const), goal: fc.constant({ name: "Booked", value: 5 }), userId }),
  fc.record({
    type: fc.constant("hook" as const),
    hookId: fc.constant(1),
    fields: fc.dictionary(fields, words, { maxKeys: 2, noNullPrototype: true }),
    goal: fc.constantFrom(null, { name: "Purchase" }),
    flowId: fc.option(flowIds),
  }),
  fc.record({ type: fc.constantFrom("block" as const, "unblock" as const, "unblock" as const), userId }),
  fc.record({
    type: fc.constantFrom("control_lost" as const, "control_asked" as const, "control_kept" as const),
  }),
  fc.record({
    type: fc.constant("hand_over_timeout" as const),
    since: fc.constantFrom(0, Date.parse("2026-03-27T12:00Z")),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("enter_sequence" as const, "leave_sequence" as const),
      sequenceId: sequenceIds,
    }),
  },
  fc.record({
    ...{ type: fc.constant("rule_due" as const), ruleId: fc.constantFrom(1, 2) },
    ...{ day: fc.constantFrom("2026-03-27", "2026-06-02") },
  }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant("wait" as const), seconds: fc.constantFrom(1, 60, 86_400) }) },
);

export const anyEvents = fc.array(event, { minLength: 1, maxLength: 25 });
