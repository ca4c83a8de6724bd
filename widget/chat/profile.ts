import { asRecord, asText, readList } from "./json.ts";
import { type Button, type ReplyButton, readButton, readReply } from "./message.ts";

/** The page's name, and what it shows before the first message. */
export type Profile = { name: string; greeting: string; iceBreakers: ReplyButton[]; mainMenu: Button[] };

export const emptyProfile: Profile = { name: "", greeting: "", iceBreakers: [], mainMenu: [] };

export function readProfile(value: unknown): Profile {
  const fields = asRecord(value);
  const page = asRecord(fields.page);
  return {
    name: asText(page.name)?.trim() ?? "",
    greeting: asText(page.greeting)?.trim() ?? "",
    iceBreakers: readList(fields.ice_breakers, readReply),
    mainMenu: readList(fields.main_menu, readButton),
  };
}
