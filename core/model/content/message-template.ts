import { z } from "zod";

const TemplateButton = z.strictObject({
  /** QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, FLOW, CATALOG, MPM, and kinds that the platform adds. */
  type: z.string(),
  text: z.string(),
  url: z.string().optional(),
  /** An example of the code, or of the address's end. */
  example: z.string().optional(),
});
export type TemplateButton = z.infer<typeof TemplateButton>;

const plainPart = {
  /** HEADER, BODY, FOOTER, BUTTONS, LIMITED_TIME_OFFER or CAROUSEL. */
  type: z.string(),
  /** Of a header: TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION. */
  format: z.string().optional(),
  text: z.string().optional(),
  /** Values that the platform's reviewers saw, by the place's name or number. */
  examples: z.record(z.string(), z.string()).optional(),
  buttons: z.array(TemplateButton).optional(),
  /** Of a limited-time offer: customers see when it ends. */
  has_end: z.boolean().optional(),
};
const PlainPart = z.strictObject(plainPart);
export type PlainPart = z.infer<typeof PlainPart>;

/** A part of a template. A carousel has cards, each with parts of its own. */
export const TemplatePart = z.strictObject({ ...plainPart, cards: z.array(z.array(PlainPart)).optional() });
export type TemplatePart = z.infer<typeof TemplatePart>;

/** A message template of the page's account, as the platform has approved, paused or refused it. */
export const MessageTemplate = z.strictObject({
  /** The platform's number. */
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  /** APPROVED, PENDING, PAUSED, DISABLED, REJECTED and other words of the platform. */
  status: z.string(),
  /** GREEN, YELLOW, RED or UNKNOWN. */
  quality: z.string().nullable(),
  /** Why it was refused, paused or disabled, in the platform's words. */
  reason: z.string().nullable(),
  parts: z.array(TemplatePart),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

/** Only an approved template can be sent. */
export const canBeSent = ({ status }: Pick<MessageTemplate, "status">) => status === "APPROVED";

/** The owner must act before it can be sent again, or wait. */
export const isStopped = ({ status }: Pick<MessageTemplate, "status">) => status === "PAUSED" || status === "DISABLED";
