import { asRecord, asText, readList } from "./json.ts";
import { type Button, type ReplyButton, readButton, readReply } from "./message.ts";

/** The page's name, and what it shows before the first message. */
export type Profile = {
  name: string;
  greeting: string;
  iceBreakers: ReplyButton[];
  mainMenu: Button[];
  /** The files that the page takes; undefined if it takes none. */
  files?: FileRules;
  /** The page's words while it is closed; empty while it is open. */
  away: string;
};

/** `accept` is a list for file choosers; `maxBytes` is by kind: image, video, audio, file. */
export type FileRules = { accept: string; maxBytes: Record<string, number> };

export const emptyProfile: Profile = { name: "", greeting: "", iceBreakers: [], mainMenu: [], away: "" };

export function readProfile(value: unknown): Profile {
  const fields = asRecord(value);
  const page = asRecord(fields.page);
  return {
    name: asText(page.name)?.trim() ?? "",
    greeting: asText(page.greeting)?.trim() ?? "",
    iceBreakers: readList(fields.ice_breakers, readReply),
    mainMenu: readList(fields.main_menu, readButton),
    files: readFileRules(fields.files),
    away: asText(fields.away)?.trim() ?? "",
  };
}

function readFileRules(value: unknown): FileRules | undefined {
  const { accept, max_bytes } = asRecord(value);
  if (typeof accept !== "string") return undefined;
  const sizes = Object.entries(asRecord(max_bytes)).map(([kind, bytes]) => [kind, Number(bytes)]);
  return { accept, maxBytes: Object.fromEntries(sizes) };
}
