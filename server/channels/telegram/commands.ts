import { parsePressPayload } from "@banter/core/model/press-payload.ts";

/**
 * The command of a menu item: words of its title, for people, and its payload, for us: `/opening_hours_m12`. Undefined
 * for any other payload.
 */
export function commandOf(title: string, payload: string): string | undefined {
  if (!isMenuPayload(payload)) return undefined;
  const words = title
    .toLowerCase()
    .replaceAll("đ", "d")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, maxCommandLength - payload.length - 1)
    .replace(/_+$/, "");
  return words === "" ? payload : `${words}_${payload}`;
}

/** The payload of a menu command; undefined for any other text. A command made from an earlier title keeps working. */
export function payloadOfCommand(text: string): string | undefined {
  const [, ending = ""] = /^\/(?:[a-z0-9_]{1,29}_)?([a-z][0-9]+)(?:@\w+)?$/i.exec(text.trim()) ?? [];
  const payload = ending.toLowerCase();
  return isMenuPayload(payload) ? payload : undefined;
}

const isMenuPayload = (payload: string) => parsePressPayload(payload)?.type === "menu";

const maxCommandLength = 32;
