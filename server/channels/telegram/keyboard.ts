import type { OutgoingReply, Pressable } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";
import type { Settings } from "./settings.ts";

export type InlineButton =
  | { text: string; callback_data: string }
  | { text: string; url: string }
  | { text: string; web_app: { url: string } };

type Key = { text: string; request_contact?: true } | { text: string; request_location: true };

type Keyboard = {
  keyboard: Key[][];
  resize_keyboard: true;
  one_time_keyboard: boolean;
  is_persistent?: true;
  input_field_placeholder?: string;
};

export type ReplyMarkup =
  | { inline_keyboard: InlineButton[][] }
  | Keyboard
  | { force_reply: true; input_field_placeholder: string }
  | typeof noKeyboard;

/**
 * Takes away the keyboard of an earlier question. Telegram hides it only when its button is pressed: customers who type
 * their answer would keep it for good.
 */
export const noKeyboard = { remove_keyboard: true } as const;

/**
 * Turns pressables into buttons below a message. They must be given in the order of `listPressables`, because their
 * places are counted. A Mini App gets the page's own address: Telegram hands its data to that page, so that no redirect
 * may come between.
 */
export function buttonMaker({ payload, link }: Pick<RenderContext, "payload" | "link">) {
  let place = 0;
  return (pressable: Pressable): InlineButton[] => {
    const at = place++;
    if (pressable.type === "press") return [{ text: pressable.title, callback_data: payload(at) }];
    if (pressable.type === "url" && pressable.opens_app && pressable.url.startsWith("https:"))
      return [{ text: pressable.title, web_app: { url: pressable.url } }];
    if (pressable.type === "url") return [{ text: pressable.title, url: link(at, pressable.url) }];
    return [];
  };
}

/** Quick replies are short, so up to three share a row if they fit on a phone. */
export function rowsOf<Button extends { text: string }>(buttons: Button[]): Button[][] {
  const rows: Button[][] = [];
  for (const button of buttons) {
    const row = rows.at(-1);
    const length = row?.reduce((sum, { text }) => sum + text.length, button.text.length) ?? 0;
    if (row && row.length < 3 && length <= 24) row.push(button);
    else rows.push([button]);
  }
  return rows;
}

export type KeyboardSettings = Pick<
  Settings,
  "phoneButton" | "locationButton" | "quickReplies" | "keyboardStays" | "inputHint"
>;

/**
 * The keyboard that asks for a phone number, a place or an e-mail address. Numbers and places can be shared; an address
 * is typed.
 */
export function askingMarkup(
  replies: readonly OutgoingReply[],
  { phoneButton, locationButton }: Pick<KeyboardSettings, "phoneButton" | "locationButton">,
): ReplyMarkup | undefined {
  const asks = (type: OutgoingReply["type"]) => replies.some((reply) => reply.type === type);
  if (asks("phone_number") || asks("location")) {
    return {
      keyboard: [
        ...(asks("phone_number") ? [[{ text: phoneButton, request_contact: true as const }]] : []),
        ...(asks("location") ? [[{ text: locationButton, request_location: true as const }]] : []),
      ],
      resize_keyboard: true,
      one_time_keyboard: true,
      ...(asks("email") && { input_field_placeholder: placeholder }),
    };
  }
  return asks("email") ? { force_reply: true, input_field_placeholder: placeholder } : undefined;
}

const placeholder = "name@example.com";

/** Quick replies in place of the customer's keyboard. A key that is pressed comes back as its text. */
export function replyKeyboard(replies: readonly OutgoingReply[], settings: KeyboardSettings): Keyboard {
  const { keyboardStays, inputHint } = settings;
  const asking = askingMarkup(replies, settings);
  const hint = replies.some(({ type }) => type === "email") ? placeholder : inputHint;
  const keys = replies.flatMap((reply) => (reply.type === "press" ? [{ text: reply.title }] : []));
  return {
    keyboard: [...rowsOf<Key>(keys), ...(asking && "keyboard" in asking ? asking.keyboard : [])],
    resize_keyboard: true,
    one_time_keyboard: !keyboardStays,
    ...(keyboardStays && { is_persistent: true }),
    ...(hint !== undefined && { input_field_placeholder: hint }),
  };
}
