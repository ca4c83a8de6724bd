import type { Scene } from "./fill.ts";

/** One call of a screen. `path` is under `/api/v1`; `pick` gives a random number below its argument. */
export type Call = { name: string; path: (scene: Target) => string; body?: unknown };

export type Target = Scene & { customers: number; messageIds: number[]; pick: (below: number) => number };

const page = ({ pageId }: Target) => `/pages/${pageId}`;
const someone = ({ psidOf, pick, customers }: Target) => psidOf(pick(customers));
const words = ["bao nhiêu", "ship", "person", "gia", "open tomorrow"];
const names = ["ngoc", "Trần", "emma", "minh le"];
const oneOf = <Item>({ pick }: Target, items: readonly Item[]) => items[pick(items.length)];
const inWords = (target: Target, items: readonly string[]) => encodeURIComponent(oneOf(target, items) ?? "");

/** Every call that the screens make. A new screen adds its calls here. */
export const calls: Call[] = [
  { name: "home", path: (to) => `${page(to)}/home` },
  { name: "health", path: (to) => `${page(to)}/health` },
  { name: "conversations", path: (to) => `${page(to)}/conversations` },
  { name: "conversations, unread", path: (to) => `${page(to)}/conversations?filter=unread` },
  { name: "conversations, waiting", path: (to) => `${page(to)}/conversations?filter=waiting` },
  { name: "conversations, failed", path: (to) => `${page(to)}/conversations?filter=failed` },
  { name: "conversations, mine", path: (to) => `${page(to)}/conversations?filter=mine` },
  { name: "search of messages", path: (to) => `${page(to)}/conversations?search=${inWords(to, words)}` },
  { name: "search of names", path: (to) => `${page(to)}/conversations?search=${inWords(to, names)}` },
  { name: "conversation", path: (to) => `${page(to)}/conversations/${someone(to)}` },
  { name: "thread", path: (to) => `${page(to)}/conversations/${someone(to)}/messages` },
  { name: "notes", path: (to) => `${page(to)}/conversations/${someone(to)}/notes` },
  { name: "explanation", path: (to) => `${page(to)}/messages/${oneOf(to, to.messageIds)}/explain` },
  { name: "saved replies", path: (to) => `${page(to)}/saved_replies` },
  { name: "customers", path: (to) => `${page(to)}/customers` },
  { name: "customers by name", path: (to) => `${page(to)}/customers?sort=name` },
  { name: "customers, search", path: (to) => `${page(to)}/customers?search=${inWords(to, names)}` },
  { name: "customer", path: (to) => `${page(to)}/customers/${someone(to)}` },
  { name: "timeline", path: (to) => `${page(to)}/customers/${someone(to)}/timeline` },
  { name: "statistics, today", path: (to) => `${page(to)}/statistics?from=${daysAgo(0)}&to=${daysAgo(0)}` },
  { name: "statistics, 28 days", path: (to) => `${page(to)}/statistics` },
  { name: "statistics, 180 days", path: (to) => `${page(to)}/statistics?from=${daysAgo(179)}&to=${daysAgo(0)}` },
  { name: "unmatched messages", path: (to) => `${page(to)}/statistics/unmatched` },
  { name: "statistics of a flow", path: (to) => `${page(to)}/flows/${to.flowId}/statistics` },
  { name: "counters of a flow", path: (to) => `${page(to)}/flows/${to.flowId}/counters` },
  { name: "keyword lab", path: (to) => `${page(to)}/keywords/lab`, body: { edited: [] } },
  { name: "notifications", path: () => "/notifications" },
  { name: "media", path: (to) => `${page(to)}/media` },
  { name: "tree of flows", path: (to) => `${page(to)}/tree` },
  { name: "keywords", path: (to) => `${page(to)}/keywords` },
  { name: "tools", path: (to) => `${page(to)}/tools` },
];

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
