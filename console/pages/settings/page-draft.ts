import type { Hours } from "@banter/core/model/time/hours.ts";
import type { PageInfo } from "../../frame/use-page.ts";

/** The page's settings as the form holds them. */
export type PageDraft = {
  name: string;
  timezone: string;
  greeting: string;
  hours: Hours | null;
  origins: string[];
  welcome_flow_id: number | null;
  default_reply_flow_id: number | null;
  default_reply_seconds: number;
  takes_files: boolean;
  welcomes_on_open: boolean;
};
export type Changes = Partial<Omit<PageDraft, "greeting"> & { greeting: string | null }>;

export function draftOf(page: PageInfo): PageDraft {
  const { name, timezone, greeting, hours, origins } = page;
  const { welcome_flow_id, default_reply_flow_id, default_reply_seconds, takes_files, welcomes_on_open } = page;
  return {
    name,
    timezone,
    greeting: greeting ?? "",
    hours,
    origins,
    welcome_flow_id,
    default_reply_flow_id,
    default_reply_seconds,
    takes_files,
    welcomes_on_open,
  };
}

/** Only the changes are sent, so that two people with different changes do not overwrite each other. */
export function changesOf(page: PageInfo, draft: PageDraft): Changes {
  const wanted = { ...draft, name: draft.name.trim(), greeting: draft.greeting.trim() || null };
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(page[name as keyof PageDraft]);
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/** The origin of a pasted address; anything else stays, so that the server can refuse it. */
export function originOf(site: string): string {
  return URL.canParse(site) && /^https?:/i.test(site) ? new URL(site).origin : site;
}
