import { channelFacts } from "@banter/core/channels/index.ts";
import { isMessage, listPressables, type OutgoingMessage, withoutMarks } from "@banter/core/flow/outgoing.ts";
import { withMediaHosts } from "@banter/core/flow/render/media-hosts.ts";
import { addNote, type RenderNote } from "@banter/core/flow/render-note.ts";
import type { Channel } from "../../channels/channel.ts";
import type { PageFiles } from "../../channels/message-files.ts";
import type { Delivered, RenderContext } from "../../channels/outbound.ts";
import { failPoint } from "../../fail-points.ts";
import { SendError, type SendFailure, sendFailures } from "../../outbound/send-error.ts";
import { machineTimeOf } from "../../store/health/database-clock.ts";
import { type CallResult, callResultOf } from "../calls/call-result.ts";
import type { ItemEvent, OutgoingItem } from "./item.ts";
import { waitBeforeRetry } from "./retry-schedule.ts";

/**
 * The argument of a channel's `render` besides the message, without its notes; the origin of stored files, and the files
 * that the page's messages show.
 */
export type Context = Omit<RenderContext, "note"> & { mediaBaseUrl: string; files: PageFiles };

/** How to reach the platform. New settings have a new version. */
export type PlatformConnection = {
  channel: Channel;
  settings: unknown;
  settingsVersion: number;
  isDisconnected: boolean;
};

/** How long the platform may take to report a message that it has sent; 0 if it reports none. */
export const confirmMsOf = (connected: PlatformConnection | undefined): number =>
  (connected?.channel.outbound?.confirmsWithinSeconds ?? 0) * 1000;

/** The end of a call: `event` for the message, `result` for the page's next calls. */
export type CallEnd = {
  event: Extract<ItemEvent, { type: "call_accepted" | "call_failed" }>;
  result: CallResult;
  /** The customer whom a private reply has reached. */
  recipient?: string;
  /** Set if the call failed. */
  error?: SendError;
  /** By `performance.now()`. */
  startedAt: number;
};

/** Makes the next call of a message: the first that the platform has not accepted yet. */
export async function makeCall(
  connected: PlatformConnection,
  item: OutgoingItem,
  context: Context,
  onRenderError: (error: unknown) => void,
): Promise<CallEnd> {
  const startedAt = performance.now();
  const notes: RenderNote[] = [];
  let calls = 1;
  let isMade = false;
  try {
    const rendered = callsOf(connected, item, context, notes);
    calls = rendered.length;
    isMade = item.taken < calls;
    const delivered = isMade ? await deliver(connected, rendered[item.taken], context.files) : null;
    for (const note of delivered?.notes ?? []) addNote(notes, note);
    const isOnce = delivered?.isOnce ?? false;
    calls += delivered?.further ?? 0;
    const event = { type: "call_accepted", platformId: idOf(delivered), calls, notes, isOnce } as const;
    const to = delivered?.recipient === undefined ? {} : { recipient: delivered.recipient };
    return {
      event,
      ...to,
      startedAt,
      result: isMade ? { type: "answered", usage: delivered?.usage } : { type: "not_made" },
    };
  } catch (thrown) {
    if (!(thrown instanceof SendError)) onRenderError(thrown);
    const error = thrown instanceof SendError ? thrown : new SendError("rejected", "The message has a fault.");
    const { failure, retryAfterSeconds, errorCode } = error;
    const waitMs = mayRetry(item, failure)
      ? waitBeforeRetry(item.failures + 1, Math.random(), retryAfterSeconds)
      : undefined;
    const event = { type: "call_failed", failure, errorCode, waitMs, calls, notes, now: performance.now() } as const;
    return { event, error, startedAt, result: isMade ? callResultOf(thrown) : { type: "not_made" } };
  }
}

/** Conversations do not wait long for a reaction, a like or a public answer. */
const maxActionAttempts = 3;

function mayRetry({ message, failures }: OutgoingItem, failure: SendFailure): boolean {
  const isLast = !isMessage(message.content) && failures + 1 > maxActionAttempts;
  return sendFailures[failure].retry && !isLast;
}

/** The calls that show a message. Adds to `notes` the parts that the channel cannot show as they were made. */
export function callsOf(
  { channel, settings }: Pick<PlatformConnection, "channel" | "settings">,
  { message, isRepeat, taken, platformIds }: OutgoingItem,
  { mediaBaseUrl, files: _, ...context }: Context,
  notes: RenderNote[] = [],
): unknown[] {
  const { outbound } = channel;
  const done = { calls: taken, platformIds };
  const whole = { ...context, isRepeat, done, note: (note: RenderNote) => addNote(notes, note) };
  if (message.content.type === "comment_action")
    return channel.comments?.render(message.content, whole, settings) ?? [];
  if (message.content.type === "reaction") return outbound?.renderReaction?.(message.content, whole, settings) ?? [];
  if (message.content.type === "album")
    return outbound?.renderAlbum?.(withMediaHosts(mediaBaseUrl, message.content), whole, settings) ?? [];
  if (message.content.type === "control_pass") return channel.control?.renderPass?.(whole, settings) ?? [];
  const stored = onThisClock(withMediaHosts(mediaBaseUrl, message.content));
  const content = channelFacts[channel.type].showsMarks ? stored : withoutMarks(stored);
  for (const part of missingParts(channel, content)) addNote(notes, part);
  return outbound?.render(withoutAction(channel, content), whole, settings) ?? [];
}

/** Channels compare the time of a reply token with this machine's clock. */
function onThisClock(content: OutgoingMessage): OutgoingMessage {
  const { reply } = content;
  return reply ? { ...content, reply: { ...reply, until: machineTimeOf(reply.until) } } : content;
}

/** A text whose action the channel does not have is nothing but a text. */
function withoutAction({ type }: Channel, content: OutgoingMessage): OutgoingMessage {
  const { actions = [] } = channelFacts[type];
  if (content.type !== "text" || !content.action || actions.includes(content.action.type)) return content;
  const { action: _, ...text } = content;
  return text;
}

/** Notes of things that most channels do not have. They show the content without them. */
function missingParts({ type }: Channel, content: OutgoingMessage): RenderNote[] {
  const { actions, showsRoundVideos, opensApps } = channelFacts[type];
  const action = content.type === "text" ? content.action?.type : undefined;
  const isRound = "round" in content && content.round === true;
  const apps = opensApps ? [] : listPressables(content).filter((item) => item.type === "url" && item.opens_app);
  return [
    ...(action && !actions?.includes(action) ? [{ change: "left_out", part: action } as const] : []),
    ...(isRound && !showsRoundVideos ? [{ change: "left_out", part: "round_video" } as const] : []),
    ...apps.map(
      (item) => ({ change: "left_out", part: "app_button", ...("title" in item && { title: item.title }) }) as const,
    ),
  ];
}

async function deliver(
  { channel, settings }: PlatformConnection,
  call: unknown,
  files: PageFiles,
): Promise<Delivered | null> {
  failPoint("delivery.before-call");
  const delivered = (await channel.outbound?.deliver(call, settings, files)) ?? null;
  failPoint("delivery.after-call");
  return typeof delivered === "string" ? { platformId: delivered } : delivered;
}

const maxIdLength = 500;

/** The platform's id as the table can store it. */
function idOf(delivered: Delivered | null): string | null {
  const id = delivered?.platformId?.toWellFormed().replaceAll("\0", "").slice(0, maxIdLength);
  return id || null;
}
