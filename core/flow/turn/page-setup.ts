import type { AudienceSettings } from "../../audience/settings.ts";
import type { ChannelType } from "../../channels/index.ts";
import type { Matcher } from "../../match/matcher.ts";
import type { InboxSettings } from "../../model/inbox-settings.ts";
import type { Hours } from "../../model/time/hours.ts";
import type { PageRule } from "../audience/page-rule.ts";
import type { SequenceLeave } from "../audience/sequence.ts";
import type { ParsedDocument } from "../document/document.ts";
import type { CustomFields } from "../fields/field-types.ts";
import type { EventTool } from "../happenings/event-tools.ts";

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
  /** Left out, the usual ones. */
  audience?: AudienceSettings;
  matcher: Matcher;
  /** Flows that may start: published, switched on and outside the trash, with the version that new runs start on. */
  flows: ReadonlyMap<number, { name: string; version: number }>;
  /** Published flows that are switched off: nothing starts them, but buttons that they have sent lead on. */
  offFlows?: ReadonlyMap<number, { name: string; version: number }>;
  /** Published growth tools by their ref. */
  tools: ReadonlyMap<string, { name: string; flowId: number | null }>;
  /** Published growth tools that wait for something that customers do, in the owner's order. */
  eventTools?: readonly EventTool[];
  tags: ReadonlyMap<number, string>;
  fields: CustomFields;
  /** Undefined for a page without sequences: its turns do not ask for them. Their ids are no flow's. */
  sequences?: ReadonlyMap<number, SequenceSetup>;
  /** Rules that are switched on, in the owner's order. Undefined for a page without one: its turns do not ask for them. */
  rules?: readonly RuleSetup[];
  /** Broadcasts that were stopped. Undefined for a page without one. */
  stoppedBroadcasts?: ReadonlySet<number>;
  /**
   * The document of a version of a flow or a sequence; undefined if there is none that can run. Throws NeedsDocument if it is not loaded: the
   * caller loads it and takes the turn again.
   */
  document: (flowId: number, version: number) => ParsedDocument | undefined;
};

/** `version` is that of new runs. Customers inside an earlier version than `movedTo` go on with that one. */
export type SequenceSetup = {
  name: string;
  isOn: boolean;
  version: number;
  movedTo: number | null;
  leave: SequenceLeave;
};

export type RuleSetup = PageRule & { id: number; name: string };

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
