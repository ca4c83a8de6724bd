import { z } from "zod";
import { areDistinct, body, chatActions, header, link, media } from "./request-parts.ts";
import { template } from "./template-requests.ts";

/** Requests that the Cloud API accepts at `/{number}/messages`. Any other field is an error. */
export const MessageRequest = z
  .discriminatedUnion("type", [
    request("text", z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() })),
    request("image", media({ caption: caption() })),
    request("video", media({ caption: caption() })),
    request("audio", media({})),
    request("document", media({ caption: caption(), filename: z.string().max(240).optional() })),
    request(
      "interactive",
      z.discriminatedUnion("type", [replyButtons(), list(), linkButton(), carousel(), ...chatActions()]),
    ),
    request("reaction", z.strictObject({ message_id: z.string().min(1), emoji: z.string().max(20) })),
    request("template", template()),
  ])
  .refine(({ to, recipient }) => (to === undefined) !== (recipient === undefined), "to or recipient, not both");
export type MessageRequest = z.infer<typeof MessageRequest>;

export const ReadRequest = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: z.string(),
  typing_indicator: z.strictObject({ type: z.literal("text") }).optional(),
});

export const ThreadControlRequest = z
  .strictObject({
    messaging_product: z.literal("whatsapp"),
    action: z.enum(["take", "pass", "release"]),
    to: z.string().optional(),
    recipient: z.string().optional(),
  })
  .refine(({ to, recipient }) => (to === undefined) !== (recipient === undefined), "to or recipient, not both");

export const NumberRequest = z.strictObject({
  webhook_configuration: z.strictObject({ override_callback_uri: z.url(), verify_token: z.string().min(1) }),
});

export const automationRequest = (maxPrompts: number) =>
  z.strictObject({
    enable_welcome_message: z.boolean().optional(),
    prompts: z.array(z.string().min(1).max(80)).max(maxPrompts).refine(areDistinct),
    commands: z
      .array(
        z.strictObject({
          command_name: z.string().regex(/^[a-z0-9_]{1,30}$/),
          command_description: z.string().min(1).max(256),
        }),
      )
      .max(30)
      .refine((commands) => areDistinct(commands.map(({ command_name }) => command_name)), "names must differ"),
  });

function request<Type extends string, Content extends z.ZodType>(type: Type, content: Content) {
  return z.strictObject({
    messaging_product: z.literal("whatsapp"),
    recipient_type: z.literal("individual"),
    to: z
      .string()
      .regex(/^[0-9]{5,20}$/)
      .optional(),
    recipient: z
      .string()
      .regex(/^[A-Z]{2}\.([A-Z]+\.)?[A-Za-z0-9]+$/)
      .optional(),
    context: z.strictObject({ message_id: z.string() }).optional(),
    biz_opaque_callback_data: z.string().max(512).optional(),
    type: z.literal(type),
    [type as "content"]: content,
  });
}

function caption() {
  return z.string().min(1).max(1024).optional();
}

function replyButtons() {
  const reply = z.strictObject({ id: z.string().min(1).max(256), title: z.string().trim().min(1).max(20) });
  return z.strictObject({
    type: z.literal("button"),
    header: header(),
    body: body(),
    action: z.strictObject({
      buttons: z
        .array(z.strictObject({ type: z.literal("reply"), reply }))
        .min(1)
        .max(3)
        .refine((buttons) => areDistinct(buttons.map(({ reply }) => reply.title)), "titles must differ")
        .refine((buttons) => areDistinct(buttons.map(({ reply }) => reply.id)), "ids must differ"),
    }),
  });
}

function list() {
  const row = z.strictObject({
    id: z.string().min(1).max(200),
    title: z.string().trim().min(1).max(24),
    description: z.string().min(1).max(72).optional(),
  });
  return z.strictObject({
    type: z.literal("list"),
    header: z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(60) }).optional(),
    body: body(),
    action: z.strictObject({
      button: z.string().trim().min(1).max(20),
      sections: z
        .array(z.strictObject({ title: z.string().max(24).optional(), rows: z.array(row).min(1) }))
        .min(1)
        .max(10)
        .refine((sections) => sections.length === 1 || sections.every(({ title }) => title), "sections need titles")
        .refine((sections) => sections.flatMap(({ rows }) => rows).length <= 10, "at most 10 rows in all")
        .refine((sections) => areDistinct(sections.flatMap(({ rows }) => rows.map(({ id }) => id))), "ids must differ"),
    }),
  });
}

function linkButton() {
  return z.strictObject({
    type: z.literal("cta_url"),
    header: header(),
    body: body(),
    action: z.strictObject({
      name: z.literal("cta_url"),
      parameters: z.strictObject({ display_text: z.string().trim().min(1).max(20), url: link() }),
    }),
  });
}

/** Every card must have a header, and all the same kind and number of buttons. */
function carousel() {
  const reply = z.strictObject({ id: z.string().min(1).max(256), title: z.string().trim().min(1).max(20) });
  const card = z.strictObject({
    card_index: z.int(),
    type: z.literal("cta_url"),
    header: z.strictObject({ type: z.literal("image"), image: media({}) }),
    body: z
      .strictObject({
        text: z
          .string()
          .min(1)
          .max(160)
          .regex(/^([^\n]*\n){0,2}[^\n]*$/),
      })
      .optional(),
    action: z.union([
      z.strictObject({
        name: z.literal("cta_url"),
        parameters: z.strictObject({ display_text: z.string().trim().min(1).max(20), url: link() }),
      }),
      z.strictObject({
        buttons: z
          .array(z.strictObject({ type: z.literal("quick_reply"), quick_reply: reply }))
          .min(1)
          .max(2),
      }),
    ]),
  });
  const kindOf = ({ action }: z.infer<typeof card>) => ("buttons" in action ? action.buttons.length : "link");
  return z.strictObject({
    type: z.literal("carousel"),
    body: body(),
    action: z.strictObject({
      cards: z
        .array(card)
        .min(2)
        .max(10)
        .refine((cards) => cards.every(({ card_index }, index) => card_index === index), "cards are counted from 0")
        .refine((cards) => new Set(cards.map(kindOf)).size === 1, "all cards must have the same buttons"),
    }),
  });
}
