import type { z } from "zod";
import type { ErrorCode } from "../model/error.ts";

/** One call: what it takes, what it answers, and which failures are its own (those every call has are not repeated). */
export type Route = {
  summary: string;
  description: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  reply: z.ZodType;
  errors?: ErrorCode[];
  /** The call puts mail in a customer's mailbox, which commits by itself; other writes are one transaction. */
  isMail?: boolean;
  /** The answer depends on the page's set-up and the call's fields alone: it stays the same until the page's revision rises. */
  followsRevision?: boolean;
};

export type RouteKey = `${"GET" | "POST"} /${string}`;
export type Contract = Record<RouteKey, Route>;

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a handler gets: everything already checked. */
export type RouteInput<R extends Route> = {
  params: Output<R["params"]>;
  query: Output<R["query"]>;
  body: Output<R["body"]>;
};

export type RouteReply<R extends Route> = z.input<R["reply"]>;

/** What a caller sends: the schemas' input side. */
export type CallInput<R extends Route> = (R["params"] extends z.ZodType ? { params: Input<R["params"]> } : unknown) &
  (R["query"] extends z.ZodType ? { query?: Input<R["query"]> } : unknown) &
  (undefined extends Input<R["body"]> ? { body?: Input<R["body"]> } : { body: Input<R["body"]> });

/** What the call says beside its fields, and what its answer may say beside its body. */
export type Call = {
  tokenHash: Uint8Array;
  idempotencyKey: string | undefined;
  isDryRun: boolean;
  setHeader: (name: string, value: string) => void;
};

/** One handler per route of the contract: a missing one does not compile. */
export type Handlers<C extends Contract, Deps> = {
  [Key in keyof C]: C[Key] extends Route
    ? (deps: Deps, input: { pageId: string; call: Call } & RouteInput<C[Key]>) => Promise<RouteReply<C[Key]>>
    : never;
};
