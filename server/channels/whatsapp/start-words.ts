import { parsePressPayload } from "@banter/core/model/press-payload.ts";

/**
 * A link to a WhatsApp chat carries nothing but a text that the customer may send. So a ref travels as words, `/start
 * poster`: nobody writes that by chance, and whoever sends it has followed the link.
 */
export function startWords(ref: string): string {
  return `/start ${ref}`;
}

/** The ref, and what the customer wrote behind it. */
export function readStartWords(text: string): { ref: string; rest: string } | undefined {
  const [, ref, rest = ""] = /^\s*\/start +([A-Za-z0-9_.=-]{1,100})(?:\s+(.*))?$/su.exec(text) ?? [];
  return ref === undefined ? undefined : { ref, rest: rest.trim() };
}

/** A menu item is a command that ends with its payload, `/opening_hours_m12`: a command comes back as words too. */
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
