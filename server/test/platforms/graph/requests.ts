import { z } from "zod";

/** Messenger, and Instagram with either kind of login. */
export type Kind = "messenger" | "instagram" | "instagram_login";

const chars = (max: number) =>
  z
    .string()
    .min(1)
    .refine((text) => [...text].length <= max, `Length must be at most ${max}`);
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= max, `must be at most ${max} bytes`);
const Link = z.string().refine((url) => /^https?:\/\/[^\s]+$/.test(url), "should represent a valid URL");
const Media = z.string().refine((url) => /^https:\/\/[^\s]+$/.test(url), "should represent a valid URL");
const Payload = chars(1000);

const pressButtons = [
  z.strictObject({ type: z.literal("postback"), title: chars(20), payload: Payload }),
  z.strictObject({
    type: z.literal("web_url"),
    title: chars(20),
    url: Link,
    webview_height_ratio: z.enum(["compact", "tall", "full"]).optional(),
  }),
] as const;
const callButton = z.strictObject({
  type: z.literal("phone_number"),
  title: chars(20),
  payload: z.string().regex(/^\+[0-9]{6,15}$/, "must be a number with its country code"),
});

function messageOf(kind: Kind) {
  const isMessenger = kind === "messenger";
  const button = isMessenger
    ? z.discriminatedUnion("type", [...pressButtons, callButton])
    : z.discriminatedUnion("type", [...pressButtons]);
  const buttons = z.array(button).min(1).max(3);
  const template = z.discriminatedUnion("template_type", [
    z.strictObject({ template_type: z.literal("button"), text: isMessenger ? chars(640) : bytes(640), buttons }),
    z.strictObject({
      template_type: z.literal("generic"),
      ...(isMessenger && { image_aspect_ratio: z.enum(["horizontal", "square"]).optional() }),
      elements: z
        .array(
          z
            .strictObject({
              title: chars(80),
              subtitle: chars(80).optional(),
              image_url: Media.optional(),
              default_action: z.strictObject({ type: z.literal("web_url"), url: Link }).optional(),
              buttons: buttons.optional(),
            })
            .refine((element) => Object.keys(element).length > 1, "element needs more than a title"),
        )
        .min(1)
        .max(10),
    }),
  ]);
  const media = (type: string, Address = Media) =>
    z.strictObject({
      type: z.literal(type),
      payload: z.union([
        z.strictObject({ url: Address, is_reusable: z.boolean().optional() }),
        z.strictObject({ attachment_id: z.string().regex(/^[0-9]+$/) }),
      ]),
    });
  const file = media(
    "file",
    isMessenger ? Media : Media.refine((url) => /\.pdf$/i.test(new URL(url).pathname), "pdf only"),
  );
  const textReply = z.strictObject({
    content_type: z.literal("text"),
    title: chars(20),
    payload: Payload,
    image_url: Media.optional(),
  });
  const contactReply = z.strictObject({ content_type: z.enum(["user_phone_number", "user_email"]) });
  return z
    .strictObject({
      text: (isMessenger ? chars(1999) : bytes(1000)).optional(),
      attachment: z
        .union([
          z.strictObject({ type: z.literal("template"), payload: template }),
          media("image"),
          media("video"),
          media("audio"),
          file,
        ])
        .optional(),
      ...(isMessenger && { template: UtilityTemplate.optional() }),
      quick_replies: z
        .array(kind === "instagram" ? textReply : z.union([textReply, contactReply]))
        .min(1)
        .max(13)
        .optional(),
      metadata: chars(999).optional(),
    })
    .refine(
      (message) => ["text", "attachment", "template"].filter((key) => key in message).length === 1,
      "exactly one of text, attachment, template",
    )
    .refine(
      (message) => isMessenger || message.quick_replies === undefined || message.text !== undefined,
      "quick replies only support plain text",
    );
}

/** Instagram knows one reaction, by its name. */
const reactionOf = (kind: Kind) =>
  kind === "messenger"
    ? z
        .string()
        .regex(/^\p{Emoji}/u)
        .max(20)
    : z.literal("love");

const Parameter = z.union([
  z.strictObject({ type: z.literal("text"), text: chars(2000), parameter_name: chars(100).optional() }),
  z.strictObject({ type: z.literal("image"), image: z.strictObject({ link: Media }) }),
  z.strictObject({ type: z.literal("POSTBACK"), payload: Payload }),
]);
const UtilityTemplate = z.strictObject({
  name: chars(512),
  language: z.strictObject({ code: z.string().min(2) }),
  components: z
    .array(z.strictObject({ type: z.enum(["header", "body", "buttons"]), parameters: z.array(Parameter).min(1) }))
    .optional(),
});

/**
 * The body of a post to `messages`. Its fields are those of the edge in Meta's published description of a page's edges.
 */
export function sendRequest(kind: Kind) {
  return z
    .strictObject({
      recipient: z.union([
        z.strictObject({ id: z.string().regex(/^[0-9]+$/) }),
        z.strictObject({ comment_id: z.string().regex(/^[0-9_]+$/) }),
      ]),
      messaging_type: z
        .enum(["RESPONSE", "UPDATE", "MESSAGE_TAG", ...(kind === "messenger" ? ["UTILITY"] : [])])
        .optional(),
      tag: z.string().optional(),
      message: messageOf(kind).optional(),
      reply_to: z.strictObject({ mid: z.string().min(1) }).optional(),
      sender_action: z.enum(["typing_on", "typing_off", "mark_seen", "react", "unreact"]).optional(),
      payload: z.strictObject({ message_id: z.string().min(1), reaction: reactionOf(kind).optional() }).optional(),
    })
    .refine(({ reply_to, message }) => !reply_to || message, "reply_to needs a message")
    .refine(
      ({ sender_action: action, payload }) => /react$/.test(action ?? "") === (payload !== undefined),
      "payload and sender_action do not agree",
    )
    .refine(
      ({ sender_action: action, payload }) => (action === "react") === (payload?.reaction !== undefined),
      "reaction and sender_action do not agree",
    )
    .refine(({ message, sender_action }) => message || sender_action, "message or sender_action is required")
    .refine(({ message, sender_action }) => !message || !sender_action, {
      message: "message and action together",
      params: { subcode: 2018014 },
    })
    .refine(
      ({ messaging_type, tag }) => (messaging_type === "MESSAGE_TAG") === (tag !== undefined),
      "tag and messaging_type do not agree",
    );
}
export type SendRequest = z.infer<ReturnType<typeof sendRequest>>;

const localised = <Item extends z.ZodType>(shape: Record<string, z.ZodType>, items: Item, max: number) =>
  z
    .array(z.strictObject({ locale: z.string(), ...shape, call_to_actions: z.array(items).min(1).max(max) }))
    .min(1)
    .refine((list) => list.some(({ locale }) => locale === "default"), "default locale is required");

/** The body of a post to `messenger_profile`. */
export function profileRequest(kind: Kind) {
  const isMessenger = kind === "messenger";
  const shared = {
    ice_breakers: localised({}, z.strictObject({ question: chars(80), payload: Payload }), 4).optional(),
    persistent_menu: localised(
      isMessenger ? { composer_input_disabled: z.boolean().optional() } : {},
      z.union([
        z.strictObject({ type: z.literal("postback"), title: chars(30), payload: Payload }),
        z.strictObject({ type: z.literal("web_url"), title: chars(30), url: Link }),
      ]),
      20,
    ).optional(),
  };
  if (!isMessenger) return z.strictObject({ platform: z.literal("instagram"), ...shared });
  return z.strictObject({
    get_started: z.strictObject({ payload: Payload }).optional(),
    greeting: z
      .array(z.strictObject({ locale: z.string(), text: chars(160) }))
      .min(1)
      .optional(),
    ...shared,
  });
}

export function profileRemoval(kind: Kind) {
  const fields = z.array(z.enum(["get_started", "greeting", "ice_breakers", "persistent_menu"])).min(1);
  return kind === "messenger"
    ? z.strictObject({ fields })
    : z.strictObject({ platform: z.literal("instagram"), fields });
}

export const subscribable: Record<Kind, string[]> = {
  messenger: [
    ...["messages", "messaging_postbacks", "messaging_referrals", "messaging_optins", "message_deliveries"],
    ...["message_reads", "message_echoes", "message_reactions", "message_edits", "messaging_handovers", "standby"],
    ...["messaging_policy_enforcement", "business_integrity", "feed", "message_template_status_update"],
  ],
  instagram: [
    ...["messages", "messaging_postbacks", "messaging_referrals", "messaging_handovers", "standby"],
    "message_reactions",
  ],
  instagram_login: [
    ...["messages", "messaging_postbacks", "messaging_seen", "messaging_referral", "messaging_optins"],
    ...["messaging_handover", "standby", "message_reactions", "comments", "live_comments"],
  ],
};
