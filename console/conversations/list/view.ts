import type { ReplyOf } from "@banter/sdk/manage.ts";

export type SavedView = ReplyOf<"GET /pages/:page_id/inbox_views">["inbox_views"][number];
export type Filter = SavedView["filter"];

/** The lists that people work in, and the others, which are in a menu. */
export const firstFilters = ["waiting", "mine", "all"] as const;
export const otherFilters = ["unread", "snoozed", "failed", "done"] as const;

/**
 * The part of the inbox that is shown. It is in the address, so that it survives a reload and can be shared. `view` is a
 * saved view with a condition; its filter and its member stand beside it.
 */
export type View = { filter: Filter; search: string; member: string | undefined; view: number | undefined };

type Address = { filter?: Filter; search?: string; member?: string; view?: number };

/** The inbox opens with those who wait. */
const first: Filter = "waiting";

export const viewOf = ({ filter = first, search = "", member, view }: Address): View => ({
  filter,
  search,
  member,
  view,
});

export const addressOf = ({ filter, search, member, view }: View): Address => ({
  ...(filter !== first && { filter }),
  ...(search && { search }),
  ...(member !== undefined && { member }),
  ...(view !== undefined && { view }),
});

/** The view of a filter alone. */
export const viewBy = (filter: Filter, search = ""): View => viewOf({ filter, search });

export const savedAsView = ({ id, filter, condition, member }: SavedView): View =>
  viewOf({ filter, ...(member !== null && { member }), ...(condition !== null && { view: id }) });

/** True if both show the same part, whatever is searched in it. */
export const isSameView = (one: View, other: View): boolean =>
  one.filter === other.filter && one.member === other.member && one.view === other.view;

/** Those who wait, or will, are in the order of their times. */
export const isByAge = ({ filter }: Pick<View, "filter">): boolean => filter === "waiting" || filter === "snoozed";
