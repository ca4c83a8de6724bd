import { z } from "zod";
import { StepContent } from "../../model/content/content.ts";
import { FieldName } from "../../model/names.ts";
import { text } from "../../model/text.ts";
import { attachedKinds, isAttachedKind, readAttached, wordsWithContact } from "../answers/attached.ts";
import { answers } from "../answers/index.ts";
import { Choice, choiceId, choiceIds, choiceText, questionExits } from "./choice.ts";
import { defineStep } from "./define.ts";
import { leave, type StepAction, type StepOutcome, say, wait } from "./outcome.ts";
import { contentSummary } from "./summary.ts";

/** Two choices, each with an exit. Ids need to differ only within their step. */
const blankChoices = [
  { id: "choice-1", text: "" },
  { id: "choice-2", text: "" },
];

/**
 * Asks, waits for an answer that fits, and saves it on the customer. The wait always ends: with an answer, after too
 * many answers that do not fit, or after a time without an answer.
 *
 *     { "type": "ask", "content": { "messages": [{ "type": "text", "text": "Which size?" }] },
 *       "accept": "choice", "choices": ["S", { "id": "medium", "text": "M" }], "save_to": "size", "retries": 2,
 *       "retry_text": "Please press S or M.", "no_reply_seconds": 3600,
 *       "next": { "medium": "offer", "answered": "thanks", "gave_up": "person", "no_reply": null } }
 */
export const ask = defineStep({
  type: "ask",
  title: "Ask a question",
  settings: z
    .strictObject({
      content: StepContent.meta({ label: "Question", input: "content" }),
      accept: z
        .enum(["text", "number", "email", "phone", "date", "choice", ...attachedKinds])
        .meta({ label: "Accept" }),
      choices: z
        .array(Choice)
        .min(1)
        .max(11)
        .optional()
        .meta({
          label: "Choices",
          input: "text",
          template: "text",
          limit: "quick_reply",
          shownIf: { setting: "accept", isOneOf: ["choice"], blank: blankChoices },
        }),
      save_to: FieldName.optional().meta({ label: "Save the answer in", input: "customer-field" }),
      save_parts: z
        .array(
          z.strictObject({
            part: text(100).meta({ label: "Part of the answer", input: "text" }),
            field: FieldName.meta({ label: "Into", input: "customer-field" }),
          }),
        )
        .min(1)
        .max(50)
        .optional()
        .meta({ label: "Save parts of the answer", shownIf: { setting: "accept", isOneOf: attachedKinds } }),
      retries: z.int().min(0).max(5).default(2).meta({ label: "Ask again, at most" }),
      retry_text: text(2000)
        .optional()
        .meta({ label: "When the answer does not fit", input: "long-text", template: "text", limit: "text" }),
      no_reply_seconds: z
        .int()
        .min(1)
        .max(30 * 86_400)
        .default(86_400)
        .meta({ label: "Wait, at most", input: "duration" }),
    })
    .superRefine(({ accept, choices, content, save_parts }, context) => {
      const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      if (save_parts && !isAttachedKind(accept))
        fault("save_parts", "must stand only where a place, a form or an order is accepted");
      if (accept === "choice" && !choices) fault("choices", "is required");
      if (accept !== "choice" && choices) fault("choices", "must stand only where choice is accepted");
      if (new Set(choices?.map(choiceText)).size < (choices?.length ?? 0)) {
        fault("choices", "must differ from each other");
      }
      const ids = choices?.flatMap((choice) => choiceId(choice) ?? []) ?? [];
      if (new Set([...ids, ...questionExits]).size < ids.length + questionExits.length) {
        fault("choices", "must have ids that differ from each other and from the other exits");
      }
      if ((choices?.length ?? 0) + (content.quick_replies?.length ?? 0) > 11) {
        fault("choices", "must be at most 11, quick replies included");
      }
    }),
  exits: ({ choices }) => [...new Set([...choiceIds(choices), ...questionExits])],
  blank: { content: { messages: [{ type: "text", text: "" }] }, accept: "text" },
  summary: ({ content }) => contentSummary(content),
  waitsFor: () => "reply",
  needsExit: ({ save_to, save_parts }) => save_to === undefined && save_parts === undefined,
  readReply({ accept, choices = [], save_to, content }, text, reading) {
    if (isAttachedKind(accept)) {
      const answer = readAttached(accept, reading.attachments ?? [], formsIn(content));
      return answer && { ...answer, field: save_to };
    }
    const words = wordsWithContact(text, reading);
    const sent = reading.choices.length > 0 ? reading.choices : choices.map(choiceText);
    const value = answers[accept](words, { ...reading, choices: sent });
    if (value === undefined) return undefined;
    const exit = accept === "choice" ? choiceId(choices[sent.indexOf(value)]) : undefined;
    return { value, field: save_to, ...(exit !== undefined && { exit }) };
  },
  run({ step, cause, refused, now }) {
    const until = now + step.no_reply_seconds * 1000;
    const choices = step.choices?.map(choiceText);
    if (cause.type === "timer") return leave("no_reply");
    if (cause.type !== "reply") return wait("reply", until, say(step.content, choices));
    if (cause.value !== undefined) return leaveAnswered(cause.exit, kept(step, cause.value, cause.parts));
    return refused < step.retries ? wait("reply", until, say(again(step), choices)) : leave("gave_up");
  },
});

function leaveAnswered(exit: string | undefined, actions: StepAction[]): StepOutcome {
  if (exit === undefined) return leave("answered", ...actions);
  return { actions, next: { type: "leave", exit, otherwise: "answered" } };
}

type Ask = {
  content: StepContent;
  accept: string;
  save_to?: string | undefined;
  save_parts?: { part: string; field: string }[] | undefined;
  retry_text?: string | undefined;
};

/** The forms that the question sends. */
const formsIn = ({ messages }: StepContent) =>
  messages.flatMap((message) => (message.type === "form" ? [message.form_id] : []));

function kept(
  { accept, save_to, save_parts = [] }: Ask,
  value: string,
  parts: Record<string, string> = {},
): StepAction[] {
  return [
    ...(save_to === undefined ? [] : [{ type: "save" as const, field: save_to, value }]),
    ...save_parts.flatMap(({ part, field }) =>
      Object.hasOwn(parts, part) ? [{ type: "save" as const, field, value: parts[part] ?? "" }] : [],
    ),
    ...(accept === "phone" ? [{ type: "count_phone" as const }] : []),
  ];
}

/** Quick replies disappear once the customer answers, so they are sent again. The content's actions are not. */
function again({ content, retry_text }: Ask): StepContent {
  const messages = retry_text === undefined ? content.messages : [{ type: "text" as const, text: retry_text }];
  return { messages, quick_replies: content.quick_replies };
}
