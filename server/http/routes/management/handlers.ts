import type { Route, RouteInput } from "@banter/core/api/contract.ts";
import type { ManagementContract, ManagementRoute } from "@banter/core/api/management/contract.ts";
import type { Role } from "@banter/core/model/role.ts";
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Upload } from "../../../domain/media/receive.ts";
import type { User } from "../../../domain/people/logins.ts";

/** One handler per route of the contract: a missing one does not compile. The contract encodes what it returns. */
export type ManagementHandlers<C extends ManagementContract> = {
  [Key in keyof C]: C[Key] extends ManagementRoute ? HandlerOf<C[Key]> : never;
};

/**
 * A write runs in a transaction. A route that asks a platform or stores files first does that in `prepare`, outside of
 * the transaction: it can take seconds, and the platform may call us back before it answers.
 */
type HandlerOf<R extends ManagementRoute> = R extends { preparesFirst: true }
  ? { prepare: (deps: Deps, input: Omit<InputOf<R>, "note">) => Promise<void>; handle: Handle<R> }
  : Handle<R>;

type Handle<R extends ManagementRoute> = (deps: Deps, input: InputOf<R>) => Promise<z.output<R["reply"]>>;

type InputOf<R extends ManagementRoute> = CallOf<R> & RouteInput<R & Route> & FileOf<R>;

type FileOf<R extends ManagementRoute> = R extends { takesFile: true } ? { file: Upload } : unknown;

/** The caller's part of the input, by the route's scope. */
type CallOf<R extends ManagementRoute> = R["scope"] extends "page"
  ? ManagementCall
  : R["scope"] extends "workspace"
    ? Omit<ManagementCall, "pageId">
    : R["scope"] extends "user"
      ? Pick<ManagementCall, "user" | "note">
      : Pick<ManagementCall, "note" | "address">;

export type ManagementCall = {
  user: User;
  pageId: string;
  workspaceId: number;
  role: Role;
  /** The caller's network. */
  address: string;
  /** Names the subject of the call's audit entry and, where the path does not, its workspace and user. */
  note: (note: AuditNote) => void;
};

export type AuditNote = { subject?: string; subjectId?: number; workspaceId?: number; userId?: string };
