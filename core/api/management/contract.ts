import type { Permission } from "../../model/role.ts";
import type { Route } from "../contract.ts";

/**
 * The console's API, for anyone's programs too. Callers are people, logged in by a session cookie; what a path names
 * (`:page_id`, `:workspace_id`) must be theirs, and their role there must have the route's permission.
 */
export type ManagementRoute = Omit<Route, "followsRevision"> & {
  /** The callers: members of the page, members of the workspace, any logged-in user, or anyone. */
  scope: "page" | "workspace" | "user" | "anyone";
  /** The permission that the caller's role must have. Routes of users and of anyone need none. */
  permission?: Permission;
  /** The action in the audit log. Every write has one unless it is quiet; a read has none. */
  audit?: string;
  /** A write of every few seconds, such as a read mark, which would only fill the audit log. */
  isQuiet?: true;
  /** Its handler asks a platform or stores files before it writes, in a step of its own outside of the transaction. */
  preparesFirst?: true;
  /** Its handler commits by itself: what a refused call counts must stay. */
  commitsAlone?: true;
  /** The body is a file: it is streamed to the handler, outside of a transaction, and its name is in `x-file-name`. */
  takesFile?: true;
  /** The only content type that such a body may have. Without it, all are taken. */
  fileType?: string;
  /** The largest body in bytes, where the usual 1 MiB is too little. */
  bodyBytes?: number;
};

type ManagementKey = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
export type ManagementContract = Record<
  ManagementKey,
  | (ManagementRoute & { scope: "page" | "workspace"; permission: Permission })
  | (ManagementRoute & { scope: "user" | "anyone"; permission?: never })
>;

export const managementPrefix = "/api/v1";
