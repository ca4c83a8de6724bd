import type { Matcher } from "../../match/matcher.ts";
import type { ChannelType } from "../../model/channel.ts";
import type { Hours } from "../../model/time/hours.ts";
import type { ParsedDocument } from "../document/document.ts";

/** What a turn needs to know of the page. */
export type PageSetup = {
  name: string;
  zone: string;
  hours: Hours | null;
  /** The owner has paused the bot for the whole page: customers are heard, and nothing is answered. */
  isPaused?: boolean;
  channel: ChannelType;
  /** Where the customer finds the conversation again: the variable CONVERSATION_LINK. */
  conversationLink: (psid: string) => string;
  welcomeFlowId: number | null;
  defaultReplyFlowId: number | null;
  defaultReplySeconds: number;
  matcher: Matcher;
  /** Published flows outside the trash, and the version that new runs start on. */
  flows: ReadonlyMap<number, { name: string; version: number }>;
  tools: ReadonlyMap<string, { name: string; flowId: number | null }>;
  tags: ReadonlyMap<number, string>;
  fields: ReadonlyMap<number, { name: string; type: "text" | "number" | "boolean" | "date" }>;
  /**
   * A version's document; undefined if there is none that can run. Throws NeedsDocument where it has not been loaded: the
   * caller loads it and takes the turn again.
   */
  document: (flowId: number, version: number) => ParsedDocument | undefined;
};

/** A turn needs a document that is not in memory. */
export class NeedsDocument extends Error {
  readonly flowId: number;
  readonly version: number;

  constructor(flowId: number, version: number) {
    super(`The document of flow ${flowId}, version ${version}, is not loaded.`);
    this.name = "NeedsDocument";
    this.flowId = flowId;
    this.version = version;
  }
}
