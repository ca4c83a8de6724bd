import { z } from "zod";
import type { LimitedText } from "../form.ts";
import { Id, WireId } from "../id.ts";
import { StepId } from "../step-id.ts";
import { text } from "../text.ts";
import { LinkUrl } from "./url.ts";

/** The public API's buttons. Both `title` and `caption` are accepted; the parsed button has `title`. */
export const Button = z
  .discriminatedUnion("type", [urlButton(), callButton(), flowButton(WireId)])
  .superRefine(hasWords("title"))
  .superRefine(hasSafeApp)
  .transform(titled);
export type Button = z.infer<typeof Button>;

/** Buttons inside a flow can also lead to its steps, and their flow may be null until it is chosen. */
export const StepButton = z
  .discriminatedUnion("type", [urlButton(), callButton(), flowButton(Id.nullable()), stepButton()])
  .superRefine(hasWords("title"))
  .superRefine(hasSafeApp)
  .transform(titled);
export type StepButton = z.infer<typeof StepButton>;

/** The public API's quick replies. The parsed quick reply has `caption`. */
export const QuickReply = z.discriminatedUnion("type", [
  z
    .discriminatedUnion("type", [textReply(), flowReply(WireId)])
    .superRefine(hasWords("caption"))
    .transform(captioned),
  askingReply(),
]);
export type QuickReply = z.infer<typeof QuickReply>;

export const StepQuickReply = z.discriminatedUnion("type", [
  z
    .discriminatedUnion("type", [textReply(), flowReply(Id.nullable()), stepReply()])
    .superRefine(hasWords("caption"))
    .transform(captioned),
  askingReply(),
]);
export type StepQuickReply = z.infer<typeof StepQuickReply>;

function urlButton() {
  const url = LinkUrl.meta({ label: "Link", input: "link-url", template: "url" });
  const opens_app = z.boolean().optional().meta({ label: "Opens as an app inside of the chat" });
  return z.strictObject({ type: z.literal("url"), ...words("button"), url, opens_app });
}

function callButton() {
  const phone = z
    .string()
    .regex(/^\+?[0-9][0-9 ().-]{2,29}$/, { error: "must be a phone number such as +84901234567" })
    .meta({ label: "Phone number", input: "phone" });
  return z.strictObject({ type: z.literal("call"), ...words("button"), phone });
}

function flowButton<FlowId extends z.ZodType>(flowId: FlowId) {
  const flow_id = flowId.meta({ label: "Flow", input: "flow" });
  return z.strictObject({ type: z.literal("flow"), ...words("button"), flow_id });
}

function stepButton() {
  const step = StepId.meta({ label: "Step", input: "step" });
  return z.strictObject({ type: z.literal("step"), ...words("button"), step });
}

function textReply() {
  return z.strictObject({ type: z.literal("text"), ...words("quick_reply") });
}

function flowReply<FlowId extends z.ZodType>(flowId: FlowId) {
  const flow_id = flowId.meta({ label: "Flow", input: "flow" });
  return z.strictObject({ type: z.literal("flow"), ...words("quick_reply"), flow_id });
}

function stepReply() {
  const step = StepId.meta({ label: "Step", input: "step" });
  return z.strictObject({ type: z.literal("step"), ...words("quick_reply"), step });
}

/** Quick replies whose answer comes from the platform: the customer's own phone number, e-mail address or place. */
function askingReply() {
  return z.strictObject({ type: z.enum(["phone_number", "email", "location"]) });
}

type Words = { title?: string | undefined; caption?: string | undefined };
type Named<Item extends Words, Name extends keyof Words> = Item extends Words
  ? Omit<Item, keyof Words> & Record<Name, string>
  : never;

function words(limit: LimitedText) {
  const word = (label: string) => text(80).optional().meta({ label, input: "text", template: "text", limit });
  return { title: word("Title"), caption: word("Caption") };
}

function hasWords(name: keyof Words) {
  return ({ title, caption }: Words, context: z.RefinementCtx) => {
    if (title === undefined && caption === undefined) {
      context.addIssue({ code: "custom", path: [name], message: "is required" });
    }
    if (title !== undefined && caption !== undefined) {
      context.addIssue({ code: "custom", path: ["caption"], message: "must not stand beside title" });
    }
  };
}

/** Platforms open nothing else as an app. */
function hasSafeApp(button: { type: string; url?: string; opens_app?: boolean | undefined }, context: z.RefinementCtx) {
  if (button.opens_app && !/^https:/i.test(button.url ?? "")) {
    context.addIssue({ code: "custom", path: ["url"], message: "must start with https:// to open as an app" });
  }
}

function titled<Item extends Words>({ title, caption, ...rest }: Item) {
  return { ...rest, title: title ?? caption } as Named<Item, "title">;
}

function captioned<Item extends Words>({ title, caption, ...rest }: Item) {
  return { ...rest, caption: caption ?? title } as Named<Item, "caption">;
}
