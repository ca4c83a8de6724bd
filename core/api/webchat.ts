import { z } from "zod";
import { parsePressPayload } from "../model/press-payload.ts";
import { anyText, text } from "../model/text.ts";
import { Zone } from "../model/time/zone.ts";
import { Ref } from "../model/tool.ts";

/** The bodies of web chat's calls. docs/webchat.md describes the interface. */
export const webchatPrefix = "/api/webchat/v1/pages/:page_id";

export const VisitBody = z
  .strictObject({
    ref: Ref.optional(),
    ad_id: anyText(200).optional(),
    first_name: text(200).optional(),
    last_name: text(200).optional(),
    email: z.email("must be an e-mail address").max(255).optional(),
    phone: z
      .string()
      .regex(/^\+?[0-9 ().-]{3,30}$/, "must be a phone number")
      .optional(),
    locale: z
      .string()
      .regex(/^[A-Za-z0-9-]{2,35}$/, "must be a language tag such as vi-VN")
      .optional(),
    timezone: Zone.optional(),
  })
  .optional();
export type VisitBody = z.infer<typeof VisitBody>;

export const MessageBody = z
  .strictObject({
    text: text(2000).optional(),
    payload: z
      .string()
      .refine((payload) => parsePressPayload(payload), "must be a payload that the page has offered")
      .optional(),
  })
  .refine(({ text, payload }) => (text === undefined) !== (payload === undefined), {
    error: "must hold either text or payload",
  });

const Through = z.int().min(0).optional();
export const ReceiptBody = z
  .strictObject({ delivered_through: Through, seen_through: Through })
  .refine(({ delivered_through, seen_through }) => (delivered_through ?? seen_through) !== undefined, {
    error: "must hold delivered_through or seen_through",
  });
