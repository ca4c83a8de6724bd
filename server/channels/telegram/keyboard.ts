import type { OutgoingReply, Pressable } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../channel.ts";

export type InlineButton = { text: string; callback_data: string } | { text: string; url: string };

export type ReplyMarkup =
  | { inline_keyboard: InlineButton[][] }
  | {
      keyboard: ({ text: string; request_contact: true } | { text: string; request_location: true })[][];
      resize_keyboard: true;
      one_time_keyboard: true;
      input_field_placeholder?: string;
    }
  | { force_reply: true; input_field_placeholder: string }
  | typeof noKeyboard;

/**
 * Takes away the keyboard of an earlier question. Telegram hides it only when its button is pressed: customers who type
 * their answer would keep it for good.
 */
export const noKeyboard = { remove_keyboard: true } as const;

/**
 * Turns pressables into buttons below a message. They must be given in the order of `listPressables`, because their
 * places are counted. Quick replies become such buttons too: a reply keyboard sends back only text, which does not lead
 * to a flow.
 */
export function buttonMaker({ payload, link }: Pick<RenderContext, "payload" | "link">) {
  let place = 0;
  return (pressable: Pressable): InlineButton[] => {
    const at = place++;
    if (pressable.type === "press") return [{ text: pressable.title, callback_data: payload(at) }];
    if (pressable.type === "url") return [{ text: pressable.title, url: link(at, pressable.url) }];
    return [];
  };
}

/** Quick replies are short, so up to three share a row if they fit on a phone. */
export function rowsOf(buttons: InlineButton[]): InlineButton[][] {
  const rows: InlineButton[][] = [];
  for (const button of buttons) {
    const row = rows.at(-1);
    const length = row?.reduce((sum, { text }) => sum + text.length, button.text.length) ?? 0;
    if (row && row.length < 3 && length <= 24) row.push(button);
    else rows.push([button]);
  }
  return rows;
}

/**
 * The keyboard that asks for a phone number, a place or an e-mail address. Numbers and places can be shared; an address
 * is typed.
 */
export function askingMarkup(
  replies: readonly OutgoingReply[],
  { phoneButton, locationButton }: { phoneButton: string; locationButton: string },
): ReplyMarkup | undefined {
  const asks = (type: OutgoingReply["type"]) => replies.some((reply) => reply.type === type);
  const placeholder = "name@example.com";
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
