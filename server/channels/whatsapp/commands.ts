import { parsePressPayload } from "@banter/core/model/press-payload.ts";

/** The command of a menu item ends with its payload, `/opening_hours_m12`, because a command comes back as text. */
export function commandName(title: string, payload: string): string {
  const words = title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const room = maxCommandName - payload.length - 1;
  return words === "" ? payload : `${words.slice(0, room).replace(/_+$/, "")}_${payload}`;
}

const maxCommandName = 30;

/** The payload of the menu item that a command stands for. */
export function readCommand(text: string): string | undefined {
  const [, ending = ""] = /^\s*\/(?:[a-z0-9_]+_)?([a-z][0-9]+)\s*$/i.exec(text) ?? [];
  const payload = ending.toLowerCase();
  return parsePressPayload(payload)?.type === "menu" ? payload : undefined;
}
