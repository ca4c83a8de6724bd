import { type SettingsTab, settingsTabs } from "./settings-tabs.ts";

export { periodSearch as statisticsSearch } from "../ui/period/period.ts";

type Given = Record<string, unknown>;

/** `next` is the address after the login; only one of this console counts, so that no link can lead elsewhere. */
export function loginSearch({ next }: Given): { next?: string } {
  return typeof next === "string" && next.startsWith("/") && !next.startsWith("//") ? { next } : {};
}

/** The answer of Facebook's login dialog: a code and our own state, or an error. */
export function facebookSearch(given: Given): { code?: string; state?: string; error?: string } {
  const names = ["code", "state", "error"] as const;
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, String(given[name])]])));
}

export function flowsSearch({ folder, trash }: Given): { folder?: number; trash?: true } {
  return {
    ...(Number.isSafeInteger(folder) && { folder: Number(folder) }),
    ...(trash === true && { trash: true as const }),
  };
}

/** `describe` opens the builder where a flow is described in words. */
export function builderSearch({ describe }: Given): { describe?: true } {
  return describe === true ? { describe: true } : {};
}

const conversationFilters = ["waiting", "mine", "all", "unread", "snoozed", "failed", "done"] as const;

/** The part of the inbox that is shown, narrowed to a member or by a saved view, and the words searched for. */
export function conversationsSearch({ filter, search, member, view }: Given): {
  filter?: (typeof conversationFilters)[number];
  search?: string;
  member?: string;
  view?: number;
} {
  const known = conversationFilters.find((name) => name === filter);
  // The router reads a search of digits as a number.
  const words = typeof search === "number" ? String(search) : search;
  return {
    ...(known && { filter: known }),
    ...(typeof words === "string" && words !== "" && { search: words }),
    ...(typeof member === "string" && member !== "" && { member }),
    ...(Number.isSafeInteger(view) && { view: Number(view) }),
  };
}

export function settingsSearch({ tab }: Given): { tab?: SettingsTab } {
  const known = settingsTabs.find((name) => name === tab);
  return known ? { tab: known } : {};
}

/** The filters of the audit log; `from` and `to` are days. */
export function auditSearch({ user, action, from, to, search }: Given): {
  user?: string;
  action?: string;
  from?: string;
  to?: string;
  search?: string;
} {
  const day = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? value : undefined);
  const given = Object.entries({ user, action, from: day(from), to: day(to), search });
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, String(value)]])),
  );
}

export const audienceTabs = ["broadcasts", "sequences", "rules", "segments", "settings"] as const;

export function audienceSearch({ tab }: Given): { tab?: (typeof audienceTabs)[number] } {
  const known = audienceTabs.find((name) => name === tab);
  return known ? { tab: known } : {};
}

/** The first is shown if the address names none. */
export const aiTabs = ["models", "knowledge", "evaluations"] as const;
export type AiTab = (typeof aiTabs)[number];

export function aiSearch({ tab }: Given): { tab?: AiTab } {
  const known = aiTabs.find((name) => name === tab);
  return known ? { tab: known } : {};
}

/** `job` is the import that goes on. */
export function importSearch({ job }: Given): { job?: number } {
  return Number.isSafeInteger(job) && Number(job) > 0 ? { job: Number(job) } : {};
}

type KeywordsSearch = { keyword?: number; phrase?: string; suggest?: true };

/** `keyword` opens one, `phrase` begins a new one with these words, and `suggest` asks for suggestions. */
export function keywordsSearch({ keyword, phrase, suggest }: Given): KeywordsSearch {
  return {
    ...(Number.isSafeInteger(keyword) && { keyword: keyword as number }),
    ...(phrase !== undefined && { phrase: String(phrase).slice(0, 500) }),
    ...(suggest === true && { suggest: true }),
  };
}
