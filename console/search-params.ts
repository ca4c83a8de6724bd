import { type SettingsTab, settingsTabs } from "./pages/settings/tabs.ts";

type Given = Record<string, unknown>;

/** `next` is the address after the login; only one of this console counts, so that no link can lead elsewhere. */
export function loginSearch({ next }: Given): { next?: string } {
  return typeof next === "string" && next.startsWith("/") && !next.startsWith("//") ? { next } : {};
}

export function flowsSearch({ folder, trash }: Given): { folder?: number; trash?: true } {
  return {
    ...(Number.isSafeInteger(folder) && { folder: Number(folder) }),
    ...(trash === true && { trash: true as const }),
  };
}

export function settingsSearch({ tab }: Given): { tab?: SettingsTab } {
  const known = settingsTabs.find((name) => name === tab);
  return known ? { tab: known } : {};
}

/** `job` is the import that goes on. */
export function importSearch({ job }: Given): { job?: number } {
  return Number.isSafeInteger(job) && Number(job) > 0 ? { job: Number(job) } : {};
}
