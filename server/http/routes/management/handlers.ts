import type { Route, RouteInput } from "@banter/core/api/contract.ts";
import type { ManagementContract, ManagementRoute } from "@banter/core/api/management/contract.ts";
import type { Role } from "@banter/core/model/role.ts";
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { User } from "../../../domain/people/logins.ts";

/** One handler per route of the contract: a missing one does not compile. What it returns is put on the wire by the contract. */
export type ManagementHandlers<C extends ManagementContract> = {
  [Key in keyof C]: C[Key] extends ManagementRoute
    ? (deps: Deps, input: CallOf<C[Key]> & RouteInput<C[Key] & Route>) => Promise<z.output<C[Key]["reply"]>>
    : never;
};

/** What a route knows of its caller, by its scope. */
type CallOf<R extends ManagementRoute> = Scoped<R> & (R extends { asksPlatform: true } ? Pick<Call, "store"> : unknown);

type Scoped<R extends ManagementRoute> = R["scope"] extends "page"
  ? Omit<Call, "store">
  : R["scope"] extends "workspace"
    ? Omit<Call, "pageId" | "store">
    : R["scope"] extends "user"
      ? Pick<Call, "user" | "note">
      : Pick<Call, "note">;

export type Call = {
  user: User;
  pageId: string;
  workspaceId: number;
  role: Role;
  /** Says for the audit log what the call was about and, where the path does not, where and by whom. */
  note: (note: Note) => void;
  /** Runs what writes, and the audit log's entry, in one transaction. Only for routes that ask a platform first. */
  store: <Answer>(write: (deps: Deps) => Promise<Answer>) => Promise<Answer>;
};

export type Note = { subject?: string; subjectId?: number; workspaceId?: number; userId?: string };
