import type { z } from "zod";
import type { ErrorCode } from "../model/error.ts";

/** One call: its input, its reply, and the failures beside those that every call has. */
export type Route = {
  summary: string;
  description: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  reply: z.ZodType;
  errors?: ErrorCode[];
  /** The call puts mail into a customer's mailbox, which commits by itself; other writes are one transaction. */
  isMail?: boolean;
  /**
   * The reply depends only on the page's set-up and the call's fields, so it is valid until the page's revision
   * changes.
   */
  followsRevision?: boolean;
};

type RouteKey = `${"GET" | "POST"} /${string}`;
export type Contract = Record<RouteKey, Route>;

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** The input of a handler, already checked. */
export type RouteInput<R extends Route> = {
  params: Output<R["params"]>;
  query: Output<R["query"]>;
  body: Output<R["body"]>;
};

export type RouteReply<R extends Route> = z.input<R["reply"]>;

/** The input of a caller: the schemas' input side. */
export type CallInput<R extends Route> = (R["params"] extends z.ZodType ? { params: Input<R["params"]> } : unknown) &
  (R["query"] extends z.ZodType ? { query?: Input<R["query"]> } : unknown) &
  (undefined extends Input<R["body"]> ? { body?: Input<R["body"]> } : { body: Input<R["body"]> });

/** Headers of the call and of its answer, beside fields and body. */
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
