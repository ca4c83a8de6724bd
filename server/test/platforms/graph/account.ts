import { meter } from "../meter.ts";
import { profileRemoval, profileRequest, sendRequest } from "./requests.ts";
import type { Graph, GraphFault, Item } from "./stand-in.ts";
import { tokensOf } from "./tokens.ts";

/** The stand-in's account, with the parts that tests do not see. */
export type Account = ReturnType<typeof openAccount>;

/** The decision about a call: an error, or an action that returns the answer. */
export type Decided = { fault: GraphFault } | { take: () => Item };

export function openAccount(graph: Graph) {
  const { kind } = graph;
  // Instagram documents two limits; this is the lower one.
  const perSecond = kind === "messenger" ? 300 : 100;
  return {
    graph,
    tokens: tokensOf(graph),
    schemas: { sending: sendRequest(kind), profile: profileRequest(kind), removal: profileRemoval(kind) },
    limits: { messages: meter(perSecond, perSecond), media: meter(10, 10) },
    profileCalls: [] as number[],
  };
}

export const fault = (code: number, message: string, subcode?: number): { fault: GraphFault } => ({
  fault: { code, message, ...(subcode !== undefined && { subcode }) },
});
