/**
 * The command that stands for a menu item: words of its title, for people, and its payload, for us: `/opening_hours_m12`.
 * Undefined for a payload that a command cannot carry.
 */
export function commandOf(title: string, payload: string): string | undefined {
  if (!payloadPattern.test(payload)) return undefined;
  const words = title
    .toLowerCase()
    .replaceAll("đ", "d")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, longest - payload.length - 1)
    .replace(/_+$/, "");
  return words === "" ? payload : `${words}_${payload}`;
}

/** What a command of the menu stands for; undefined for other words. Commands of earlier titles go on working. */
export function payloadOfCommand(text: string): string | undefined {
  const [, payload] = /^\/(?:[a-z0-9_]{1,29}_)?(m[0-9]{1,16})(?:@\w+)?$/i.exec(text.trim()) ?? [];
  return payload?.toLowerCase();
}

const longest = 32;
const payloadPattern = /^m[0-9]{1,16}$/;
