import type { Deed } from "../../model/role.ts";
import type { Route } from "../contract.ts";

/**
 * The console's API, for anyone's programs too. Callers are people, logged in by a session cookie; what a path names
 * (`:page_id`, `:workspace_id`) must be theirs, and their role there must allow the route's deed.
 */
export type ManagementRoute = Omit<Route, "isMail" | "followsRevision"> & {
  /** Whose it is: a page's or a workspace's members', anybody's who is logged in, or really anybody's. */
  scope: "page" | "workspace" | "user" | "anyone";
  /** What the caller's role must allow. Routes of users and of anyone need none. */
  deed?: Deed;
  /** How the audit log calls it. Every write has one; a read has none. */
  audit?: string;
  /** Its handler asks a platform before it writes, in a step of its own outside of the transaction. */
  asksPlatform?: true;
  /** How large a body may be, where the usual 1 MiB is too little. */
  bodyBytes?: number;
};

export type ManagementKey = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
export type ManagementContract = Record<
  ManagementKey,
  | (ManagementRoute & { scope: "page" | "workspace"; deed: Deed })
  | (ManagementRoute & { scope: "user" | "anyone"; deed?: never })
>;

export const managementPrefix = "/api/v1";
