import type { ChannelType } from "../../channels/index.ts";
import type { Matcher } from "../../match/matcher.ts";
import type { InboxSettings } from "../../model/inbox-settings.ts";
import type { Hours } from "../../model/time/hours.ts";
import type { ParsedDocument } from "../document/document.ts";
import type { CustomFields } from "../fields/field-types.ts";
import type { EventTool } from "../happenings/event-tools.ts";
import type { CommentTool } from "./comment-tools.ts";

/** Everything about a page that a turn needs. */
export type PageSetup = {
  name: string;
  zone: string;
  hours: Hours | null;
  /** The owner has paused the bot for the whole page: messages are recorded, but not answered. */
  isPaused?: boolean;
  channel: ChannelType;
  /** The link back to the conversation: the variable CONVERSATION_LINK. */
  conversationLink: (psid: string) => string;
  welcomeFlowId: number | null;
  defaultReplyFlowId: number | null;
  defaultReplySeconds: number;
  inbox: InboxSettings;
  matcher: Matcher;
  /** Flows that may start: published, switched on and outside the trash, with the version that new runs start on. */
  flows: ReadonlyMap<number, { name: string; version: number }>;
  /** Published flows that are switched off: nothing starts them, but buttons that they have sent lead on. */
  offFlows?: ReadonlyMap<number, { name: string; version: number }>;
  /** Published growth tools by their ref. */
  tools: ReadonlyMap<string, { name: string; flowId: number | null }>;
  /** Published growth tools that wait for something that customers do, in the owner's order. */
  eventTools?: readonly EventTool[];
  /** Tools that answer comments, in the order in which they are tried. */
  commentTools?: readonly CommentTool[];
  tags: ReadonlyMap<number, string>;
  fields: CustomFields;
  /**
   * The document of a version; undefined if there is none that can run. Throws NeedsDocument if it is not loaded: the
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
