import { z } from "zod";

/**
 * The methods of the Bot API that we call, with all parameters except those for groups, payments and uploads. Telegram
 * ignores unknown parameters; here they are errors. https://core.telegram.org/bots/api
 */
export const methods = {
  getMe: z.strictObject({}),
  setWebhook: z.strictObject({
    url: z.string().refine(isWebhookUrl, says("bad webhook: An HTTPS URL must be provided for webhook")),
    secret_token: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,256}$/, says("secret token contains unallowed characters"))
      .optional(),
    max_connections: z.int().min(1).max(100).optional(),
    allowed_updates: z
      .array(
        z.enum([
          "message",
          "edited_message",
          "callback_query",
          "message_reaction",
          "my_chat_member",
          "pre_checkout_query",
        ]),
      )
      .optional(),
    drop_pending_updates: z.boolean().optional(),
    ip_address: z.string().optional(),
  }),
  getWebhookInfo: z.strictObject({}),
  sendMessage: sending({
    text: z.string().min(1, says("message text is empty")).refine(isAtMost(4096), says("message is too long")),
    entities: z.array(entity()).optional(),
    link_preview_options: z.strictObject({ is_disabled: z.boolean().optional() }).optional(),
  }),
  sendPhoto: sending({ photo: media(), ...caption() }),
  sendVideo: sending({ video: media(), ...caption() }),
  sendAudio: sending({ audio: media(), ...caption() }),
  sendVoice: sending({ voice: media(), ...caption() }),
  // Refused by its address: "Sending video notes by a URL is currently unsupported".
  sendVideoNote: sending({ video_note: z.string().regex(/^upload of [1-9]/, says("VIDEO_NOTE_URL_UNSUPPORTED")) }),
  sendMediaGroup: z.strictObject({
    chat_id: z.int(),
    media: z
      .array(z.strictObject({ type: z.enum(["photo", "video"]), media: media(), ...caption() }))
      .min(2, says("media group must have at least 2 items"))
      .max(10, says("too many messages to send as an album")),
    disable_notification: z.boolean().optional(),
    protect_content: z.boolean().optional(),
  }),
  sendDocument: sending({
    document: media().refine(
      (url) => /\.(pdf|zip|gif)$/i.test(URL.parse(url)?.pathname ?? ""),
      says("wrong type of the web page content"),
    ),
    ...caption(),
  }),
  setMessageReaction: z.strictObject({
    chat_id: z.int(),
    message_id: z.int(),
    reaction: z
      .array(z.strictObject({ type: z.literal("emoji"), emoji: z.enum(emojis(), says("REACTION_INVALID")) }))
      .max(1, says("REACTIONS_TOO_MANY"))
      .optional(),
    is_big: z.boolean().optional(),
  }),
  sendInvoice: sending({
    title: z.string().min(1).max(32, says("INVOICE_TITLE_TOO_LONG")),
    description: z.string().min(1).max(255, says("INVOICE_DESCRIPTION_TOO_LONG")),
    payload: z.string().refine((text) => Buffer.byteLength(text) <= 128, says("INVOICE_PAYLOAD_INVALID")),
    provider_token: z.string().min(1).optional(),
    currency: z.string().regex(/^(XTR|EUR|USD|VND)$/, says("CURRENCY_INVALID")),
    prices: z.array(z.strictObject({ label: z.string().min(1), amount: z.int() })).min(1),
    photo_url: media().optional(),
    start_parameter: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, says("START_PARAM_INVALID"))
      .optional(),
  })
    .refine(
      ({ currency, provider_token }) => currency === "XTR" || provider_token !== undefined,
      says("PAYMENT_PROVIDER_INVALID"),
    )
    .refine(({ currency, prices }) => currency !== "XTR" || prices.length === 1, says("STARS_INVOICE_INVALID"))
    .refine(({ reply_markup }) => reply_markup === undefined, says("the first button must be a Pay button")),
  answerPreCheckoutQuery: z
    .strictObject({ pre_checkout_query_id: z.string(), ok: z.boolean(), error_message: z.string().min(1).optional() })
    .refine(({ ok, error_message }) => ok || error_message !== undefined, says("error message must be non-empty")),
  getFile: z.strictObject({ file_id: z.string().min(1, says("file_id is empty")) }),
  sendChatAction: z.strictObject({ chat_id: z.int(), action: z.enum(["typing", "upload_photo", "upload_video"]) }),
  answerCallbackQuery: z.strictObject({
    callback_query_id: z.string(),
    text: z.string().max(200).optional(),
    show_alert: z.boolean().optional(),
    cache_time: z.int().optional(),
  }),
  setMyCommands: z.strictObject({
    commands: z
      .array(
        z.strictObject({
          command: z.string().regex(/^[a-z0-9_]{1,32}$/, says("BOT_COMMAND_INVALID")),
          description: z.string().min(1).refine(isAtMost(256), says("BOT_COMMAND_DESCRIPTION_INVALID")),
        }),
      )
      .max(100, says("BOT_COMMANDS_TOO_MUCH"))
      .refine((all) => new Set(all.map(({ command }) => command)).size === all.length, says("BOT_COMMAND_DUPLICATE")),
    scope: commandScope(),
    language_code: z.string().length(2).optional(),
  }),
  deleteMyCommands: z.strictObject({ scope: commandScope(), language_code: z.string().length(2).optional() }),
  setChatMenuButton: z.strictObject({ menu_button: z.strictObject({ type: z.enum(["commands", "default"]) }) }),
  setMyDescription: z.strictObject({ description: z.string().refine(isAtMost(512), says("BOT_DESCRIPTION_TOO_LONG")) }),
  setMyShortDescription: z.strictObject({
    short_description: z.string().refine(isAtMost(120), says("BOT_SHORT_DESCRIPTION_TOO_LONG")),
  }),
};
export type Method = keyof typeof methods;

export const isSending = (method: Method) => method.startsWith("send") && method !== "sendChatAction";

function sending<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject({
    chat_id: z.int(),
    ...fields,
    parse_mode: z.enum(["HTML", "MarkdownV2"]).optional(),
    disable_notification: z.boolean().optional(),
    protect_content: z.boolean().optional(),
    reply_parameters: z
      .strictObject({ message_id: z.int(), allow_sending_without_reply: z.boolean().optional() })
      .optional(),
    reply_markup: z.union([inlineKeyboard(), replyKeyboard(), removal(), forcedReply()]).optional(),
  });
}

/** The emoji of the documentation's list for reactions. */
function emojis(): string[] {
  return [
    ...["👍", "👎", "❤", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩", "🙏", "👌", "🕊"],
    ...[
      "🤡",
      "🥱",
      "🥴",
      "😍",
      "🐳",
      "❤‍🔥",
      "🌚",
      "🌭",
      "💯",
      "🤣",
      "⚡",
      "🍌",
      "🏆",
      "💔",
      "🤨",
      "😐",
      "🍓",
      "🍾",
      "💋",
    ],
    ...[
      "🖕",
      "😈",
      "😴",
      "😭",
      "🤓",
      "👻",
      "👨‍💻",
      "👀",
      "🎃",
      "🙈",
      "😇",
      "😨",
      "🤝",
      "✍",
      "🤗",
      "🫡",
      "🎅",
      "🎄",
      "☃",
    ],
    ...["💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄", "😘", "💊", "🙊", "😎", "👾", "🤷‍♂", "🤷", "🤷‍♀", "😡"],
  ];
}

function commandScope() {
  return z.strictObject({ type: z.enum(["default", "all_private_chats"]) }).optional();
}

function entity() {
  const place = { offset: z.int().min(0), length: z.int().min(1) };
  return z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("bold"), ...place }),
    z.strictObject({ type: z.literal("italic"), ...place }),
    z.strictObject({ type: z.literal("text_link"), ...place, url: z.url({ protocol: /^(https?|tg)$/ }) }),
  ]);
}

function caption() {
  return { caption: z.string().refine(isAtMost(1024), says("message caption is too long")).optional() };
}

/** We send files by URL only, never by file id or upload. */
function media() {
  return z.string().regex(/^https?:\/\/\S+$/, says("wrong file identifier/HTTP URL specified"));
}

function inlineKeyboard() {
  const text = z.string().min(1, says("inline keyboard button text must be non-empty"));
  const data = z
    .string()
    .min(1)
    .refine((data) => Buffer.byteLength(data) <= 64, says("BUTTON_DATA_INVALID"));
  const url = z.string().regex(/^(https?|tg):\/\/\S+$/, says("inline keyboard button URL is invalid: Wrong HTTP URL"));
  const app = z
    .string()
    .regex(/^https:\/\/\S+$/, says("inline keyboard button Web App URL is invalid: Only HTTPS links are allowed"));
  const button = z.union([
    z.strictObject({ text, callback_data: data }),
    z.strictObject({ text, url }),
    z.strictObject({ text, web_app: z.strictObject({ url: app }) }),
  ]);
  return z.strictObject({ inline_keyboard: rows(button) });
}

function replyKeyboard() {
  const text = z.string().min(1, says("reply keyboard button text must be non-empty"));
  return z.strictObject({
    keyboard: rows(
      z.strictObject({ text, request_contact: z.boolean().optional(), request_location: z.boolean().optional() }),
    ),
    resize_keyboard: z.boolean().optional(),
    one_time_keyboard: z.boolean().optional(),
    is_persistent: z.boolean().optional(),
    input_field_placeholder: z.string().min(1).max(64).optional(),
  });
}

function removal() {
  return z.strictObject({ remove_keyboard: z.literal(true) });
}

function forcedReply() {
  const input_field_placeholder = z.string().min(1).max(64).optional();
  return z.strictObject({ force_reply: z.literal(true), input_field_placeholder });
}

/** Eight buttons in a row and a hundred in all: observed limits that are not documented. */
function rows<Button extends z.ZodType>(button: Button) {
  return z
    .array(z.array(button).min(1).max(8))
    .min(1)
    .refine((rows) => rows.flat().length <= 100, says("REPLY_MARKUP_TOO_LONG"));
}

/** Counts UTF-16 units, the strictest meaning of Telegram's "characters". */
function isAtMost(max: number) {
  return (text: string) => text.length <= max;
}

/** A local Bot API server accepts plain HTTP on its own host. */
function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.hostname === "127.0.0.1") return true;
  return url?.protocol === "https:" && ["", "80", "88", "8443"].includes(url.port);
}

function says(description: string) {
  return { error: description };
}
