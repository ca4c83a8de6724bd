import type { ReplyOf } from "@banter/sdk/manage.ts";

export type SavedView = ReplyOf<"GET /pages/:page_id/inbox_views">["inbox_views"][number];
export type Filter = SavedView["filter"];

/** The lists that people work in, and the others, which are in a menu. */
export const firstFilters = ["waiting", "mine", "all"] as const;
export const otherFilters = ["unread", "snoozed", "failed", "done"] as const;

/** The part of the inbox that is shown. It is in the address, so that it survives a reload and can be shared. */
export type View = { filter: Filter; search: string; tag: number | undefined; member: string | undefined };

type Address = { filter?: Filter; search?: string; tag?: number; member?: string };

/** The inbox opens with those who wait. */
const first: Filter = "waiting";

export const viewOf = ({ filter = first, search = "", tag, member }: Address): View => ({
  filter,
  search,
  tag,
  member,
});

export const addressOf = ({ filter, search, tag, member }: View): Address => ({
  ...(filter !== first && { filter }),
  ...(search && { search }),
  ...(tag !== undefined && { tag }),
  ...(member !== undefined && { member }),
});

/** The view of a filter alone. */
export const viewBy = (filter: Filter, search = ""): View => viewOf({ filter, search });

export const savedAsView = ({ filter, tag, member }: SavedView): View =>
  viewOf({ filter, ...(tag !== null && { tag }), ...(member !== null && { member }) });

/** True if both show the same part, whatever is searched in it. */
export const isSameView = (one: View, other: View): boolean =>
  one.filter === other.filter && one.tag === other.tag && one.member === other.member;

/** Those who wait, or will, are in the order of their times. */
export const isByAge = ({ filter }: Pick<View, "filter">): boolean => filter === "waiting" || filter === "snoozed";
