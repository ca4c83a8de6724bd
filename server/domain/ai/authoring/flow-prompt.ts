import type { ReferenceKind } from "@banter/core/flow/document/walk.ts";
import { requestOf } from "../member-call.ts";
import { tagged } from "../prompt.ts";
import type { ChatRequest } from "../protocols/protocol.ts";
import type { PageNames } from "./page-names.ts";

/** A flow with every type of step that a model is offered, as page files write it. A test keeps it valid. */
export const sampleFlow = {
  start: "hello",
  steps: {
    hello: {
      type: "message",
      content: {
        messages: [
          {
            type: "text",
            text: "Hello {{user_first_name ?? there}}! How can we help?",
            buttons: [
              { type: "step", title: "Order", step: "size" },
              { type: "flow", title: "Opening hours", flow: "Opening hours" },
              { type: "url", title: "Our shop", url: "https://example.com/shop" },
            ],
          },
          {
            type: "cards",
            elements: [
              { title: "Shirt", subtitle: "Blue", buttons: [{ type: "step", title: "Take it", step: "size" }] },
            ],
          },
        ],
        quick_replies: [{ type: "step", caption: "A person", step: "person" }],
      },
      next: null,
    },
    size: {
      type: "ask",
      content: { messages: [{ type: "text", text: "Which size?" }] },
      accept: "choice",
      choices: [
        { id: "small", text: "Small" },
        { id: "large", text: "Large" },
      ],
      save_to: "size",
      retry_text: "Please choose one of the two.",
      no_reply_seconds: 3600,
      next: { small: "phone", large: "phone", answered: "phone", gave_up: "person", no_reply: null },
    },
    phone: {
      type: "ask",
      content: { messages: [{ type: "text", text: "Your phone number?" }], quick_replies: [{ type: "phone_number" }] },
      accept: "phone",
      save_to: "phone",
      next: { answered: "mark", gave_up: "person", no_reply: null },
    },
    mark: {
      type: "action",
      actions: [
        { action: "add_tag", tag: "Customer" },
        { action: "set_custom_field", field: "size", action_value: "M" },
        { action: "notify", text: "{{user_full_name ?? Somebody}} has ordered" },
        { action: "reach_goal", goal: "Order" },
      ],
      next: "open",
    },
    open: {
      type: "condition",
      match: "all",
      rules: [
        { type: "time", hours: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "17:30" }] },
        { type: "tag", tag: "Customer", has: true },
        { type: "field", field: "size", operator: "equals", value: "Small" },
      ],
      next: { yes: "try", no: "later" },
    },
    try: {
      type: "split",
      branches: [
        { id: "a", weight: 50 },
        { id: "b", weight: 50 },
      ],
      next: { a: "later", b: "ai" },
    },
    later: { type: "delay", seconds: 3600, next: "go" },
    go: { type: "goto", flow: "Opening hours", return: false },
    ai: {
      type: "ai",
      model_name: "Small",
      instructions: "You answer for {{page_name}}. Be brief.",
      knowledge: { sources: [], threshold: 0.3 },
      intents: [{ id: "order", name: "Order", description: "The customer wants to buy something." }],
      next: { order: "size", answered: null, unsure: "person", failed: "person" },
    },
    person: { type: "action", actions: [{ action: "hand_over" }], next: "wait" },
    wait: {
      type: "message",
      content: { messages: [{ type: "text", text: "Somebody will write to you." }] },
      next: null,
    },
  },
};

const rules = [
  "You draft a flow of a chat bot for the owner of a page, who reads it, changes it and publishes it.",
  'Answer with one JSON object and nothing else: {"name": "a short name", "document": {"start": …, "steps": {…}}}.',
  "- A step has an id of at most 64 letters, digits, `_` and `-`. `next` names the step that follows, or is null: the end.",
  "- Use only the step types, settings and exits of the sample. Leave out what you do not need.",
  "- `accept` is text, number, email, phone, date, location or choice. Operators of rules: equals, not_equals, contains,",
  "  not_contains, begins, ends, greater, less, is_set, is_not_set. Days: mon, tue, wed, thu, fri, sat, sun.",
  "- At most 3 buttons on a message and 11 quick replies, each of at most 20 characters. Several short messages are",
  "  better than a long one.",
  "- Every question has a way out for `gave_up`. Every step can be reached from the start.",
  "- Write to customers in the language of the description.",
  "- Name flows, tags, fields, models and sources of the page only. If the page lacks one, write null for it, and do",
  "  not save the answer.",
  "- Never invent web addresses, pictures, phone numbers, prices, times or promises: use those of the description, or a",
  "  plain “…” that the owner fills in.",
  "- In a flow that is there already, change only what the description asks for. Steps that stay keep their ids, and",
  "  steps of other types stay as they are. Write the whole document again.",
  `A sample, whose names and words are not those of the page: ${JSON.stringify({ document: sampleFlow })}`,
];

/** More names than these help nobody. */
const maxNames = 200;

const titles: Record<ReferenceKind, string> = {
  ...{ flow: "Flows", tag: "Tags", field: "Fields", sequence: "Sequences", model: "Models", source: "Sources" },
};
const standardFields = "user_first_name, user_last_name, user_full_name, email, phone, address, gender";

/** The description stands outside of tags: it is the owner's. The page's names and its flow are data. */
export function flowRequest(description: string, names: PageNames, present: unknown): ChatRequest {
  const lists = (Object.keys(titles) as ReferenceKind[]).map((kind) => {
    const list = [...names[kind].values()].slice(0, maxNames).map((name) => JSON.stringify(name));
    return `${titles[kind]}: ${list.join(", ") || "none"}`;
  });
  return requestOf(rules, [
    tagged("page", [...lists, `Fields that every customer has: ${standardFields}`].join("\n")),
    ...(present ? ["The flow as it is now:", tagged("page", JSON.stringify(present)), "What to change:"] : []),
    description,
  ]);
}
