import { asRecord, asText, type Button, type ReplyButton, readButton, readList, readReply } from "./message.ts";

/** What the page offers before anything is said. */
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
