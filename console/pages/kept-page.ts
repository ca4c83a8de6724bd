import { isObject } from "@banter/core/model/json.ts";
import { fieldsOf } from "./channel-schema.ts";
import type { Channel, PageDraft } from "./new-page.ts";

/** The secrets of each workspace's draft. They stay in this tab's memory: no storage of the browser gets them. */
const secrets = new Map<number, Record<string, unknown>>();

const keyOf = (workspaceId: number) => `banter-new-page ${workspaceId}`;

/**
 * Keeps what was entered for a page that is being connected: the owner looks values up at the platform, which may take
 * several visits. After a reload only secrets have to be entered again.
 */
export function keepPage(workspaceId: number, { entry }: Channel, { type, settings }: PageDraft): void {
  const isSecret = new Map(fieldsOf(entry).map(({ name, kind }) => [name, kind === "secret"]));
  const some = (are: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => isSecret.get(name) === are));
  secrets.set(workspaceId, some(true));
  sessionStorage.setItem(keyOf(workspaceId), JSON.stringify({ type, settings: some(false) }));
}

export function forgetPage(workspaceId: number): void {
  secrets.delete(workspaceId);
  sessionStorage.removeItem(keyOf(workspaceId));
}

/** True after a reload: the draft is kept, but for its secrets. */
export const hasLostSecrets = (workspaceId: number) =>
  sessionStorage.getItem(keyOf(workspaceId)) !== null && !secrets.has(workspaceId);

/** The draft that was kept, if its channel can still be chosen. */
export function keptPage(workspaceId: number, channels: readonly Channel[]): PageDraft | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(workspaceId)) ?? "null");
  const channel = isObject(kept) && channels.find(({ type, entry }) => type === kept.type && entry !== null);
  if (!channel || !isObject(kept.settings)) return undefined;
  return { type: channel.type, settings: { ...kept.settings, ...secrets.get(workspaceId) } };
}
