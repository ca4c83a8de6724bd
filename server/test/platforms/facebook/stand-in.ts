import type { Graph, GraphFault } from "../graph/stand-in.ts";

/** A strict stand-in for Facebook's login: the dialog, one app, one person and the pages that they look after. */
export type Facebook = {
  origin: string;
  app: { id: string; secret: string };
  /** The addresses that the app's settings allow the dialog to lead back to. */
  redirectUrls: string[];
  /** The permissions that the person grants of those asked for. */
  grants: (permission: string) => boolean;
  /** The permissions granted in the last dialog. */
  granted: string[];
  /** Codes of dialogs that were not exchanged yet, with the address that each was made for. */
  codes: Map<string, string>;
  pages: FacebookPage[];
  /** The app's webhooks, by object. */
  subscriptions: Map<string, { callback_url: string; fields: string[] }>;
  refused: GraphFault[];
  addPage(page: NewPage): Promise<FacebookPage>;
};

type NewPage = { id: string; name: string; tasks?: string[]; instagram?: { id: string; username: string } };
export type FacebookPage = NewPage & { token: string; graph: Graph; instagramGraph: Graph | undefined };

/** Tokens of the person: one for an hour, and the long-lived one. */
export const personTokens = { short: "EAAShortLived", long: "EAALongLived" };

/** A call to the login's own edges, decided: an error, or the answer. */
export type Decided = { fault: GraphFault } | { body: object };

export const fault = (code: number, message: string, subcode?: number): Decided => ({
  fault: { code, message, ...(subcode !== undefined && { subcode }) },
});

export type LoginCall = { method: string; path: string; query: Record<string, string> };
