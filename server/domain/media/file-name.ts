import { isBlank } from "@banter/core/model/text.ts";

const maxLength = 150;

/** A name without folders and invisible characters, its end kept where it is too long. Undefined if nothing is left. */
export function fileNameOf(given: string): string | undefined {
  const [last = ""] = given.toWellFormed().replaceAll(/\p{C}/gu, "").split(/[/\\]/).slice(-1);
  const name = [...last.trim()].slice(-maxLength).join("").trim();
  return isBlank(name) || /^\.+$/.test(name) ? undefined : name;
}

/** `photo.JPG` → `jpg`. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
