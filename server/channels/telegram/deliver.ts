import { z } from "zod";
import { NoAnswer } from "../../outbound/no-answer.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { PageFiles } from "../message-files.ts";
import type { Delivered } from "../outbound.ts";
import { quoteLeftOut } from "../quote.ts";
import { callApi } from "./call-api.ts";
import { isUnfetchable } from "./errors.ts";
import { pressOf } from "./inbound/parse.ts";
import { type ReactionCall, sendReaction } from "./own-reaction.ts";
import { chatOf, mediaOf, shownAsText, type TelegramCall } from "./render.ts";
import type { Settings } from "./settings.ts";
import { formWithVideo, maxUploadBytes } from "./upload.ts";

/** Sends one message. If Telegram cannot fetch its picture or file, the address is sent instead. */
export async function deliver(
  call: TelegramCall | ReactionCall,
  settings: Settings,
  files?: Pick<PageFiles, "fetch">,
): Promise<Delivered> {
  if (call.method === "setMessageReaction") return sendReaction(call, settings);
  if (call.method === "sendMediaGroup") return deliverAlbum(call, settings);
  if (call.method === "sendVideoNote") return deliverRound(call, settings, files);
  const { method, body, instead } = call;
  try {
    return deliveredBy(await callApi(settings, method, body), body);
  } catch (error) {
    if (!instead || !isUnfetchable(error)) throw error;
    const { platformId, notes = [] } = await deliver(instead, settings, files);
    return { platformId, notes: [...notes, ...mediaOf(call).map((media) => shownAsText(media))] };
  }
}

/** Telegram sends all of an album or nothing of it. */
async function deliverAlbum({ method, body, further = 0 }: TelegramCall, settings: Settings): Promise<Delivered> {
  try {
    return { platformId: idsIn(await callApi(settings, method, body)) };
  } catch (error) {
    if (!isRejected(error)) throw error;
    return { platformId: null, further, notes: [{ change: "as_messages", part: "album" }] };
  }
}

/** Telegram takes round videos only as uploads. https://core.telegram.org/bots/api#sendvideonote */
async function deliverRound(
  call: TelegramCall,
  settings: Settings,
  files?: Pick<PageFiles, "fetch">,
): Promise<Delivered> {
  const { method, body, instead } = call;
  try {
    const bytes = await files?.fetch(body.video_note ?? "", maxUploadBytes);
    if (!bytes) throw new NoAnswer("unreachable");
    return deliveredBy(await callApi(settings, method, formWithVideo(body, { field: "video_note", bytes })), body);
  } catch (error) {
    if (!instead || !(isRejected(error) || error instanceof NoAnswer)) throw error;
    const { platformId, notes = [] } = await deliver(instead, settings, files);
    return { platformId, notes: [{ change: "left_out", part: "round_video" }, ...notes] };
  }
}

const isRejected = (error: unknown) => error instanceof SendError && error.failure === "rejected";

/** Shown for five seconds, or until the next message. */
export async function showTyping(psid: string, settings: Settings): Promise<void> {
  await callApi(settings, "sendChatAction", { chat_id: chatOf(psid), action: "typing" });
}

/**
 * Ends the progress bar on a pressed button. Telegram refuses this for a press that is answered or too old, which is
 * fine.
 */
export async function acknowledge(body: unknown, settings: Settings): Promise<void> {
  const press = pressOf(body);
  if (press === undefined) return;
  try {
    await callApi(settings, "answerCallbackQuery", { callback_query_id: press });
  } catch (error) {
    if (!isRejected(error)) throw error;
  }
}

/** Telegram leaves a quote out if the quoted message is gone. */
function deliveredBy(result: unknown, { reply_parameters }: TelegramCall["body"]): Delivered {
  const isQuoteLost = reply_parameters !== undefined && !Quoting.safeParse(result).success;
  return { platformId: idsIn(result), ...(isQuoteLost && { notes: [quoteLeftOut] }) };
}

const Quoting = z.object({ reply_to_message: z.looseObject({}) });

/** The id of the message or, of an album, of each of its messages. */
function idsIn(result: unknown): string {
  const { data } = Sent.safeParse(result);
  if (!data) throw new SendError("timeout", "Telegram's response does not name the message.");
  return [data]
    .flat()
    .map(({ message_id }) => message_id)
    .join(" ");
}

const Message = z.object({ message_id: z.int() });
const Sent = z.union([Message, z.array(Message).min(1)]);
