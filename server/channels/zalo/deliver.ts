import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import type { Delivered } from "../outbound.ts";
import { callApi } from "./call-api.ts";
import { changedTo, type ZaloCall } from "./render.ts";
import type { Settings } from "./settings.ts";

/** Sends one message. If Zalo refuses the picture, which it fetches itself, or the quote, another is sent instead. */
export async function deliver({ recipient, message, instead }: ZaloCall, settings: Settings): Promise<Delivered> {
  try {
    const body = { recipient, message };
    const data = await callApi(settings, { method: "POST", path: "v3.0/oa/message/cs", body, isMessage: true });
    const sent = Sent.safeParse(data);
    if (sent.success) return { platformId: sent.data.message_id };
  } catch (error) {
    if (!instead || !(error instanceof SendError) || error.failure !== "rejected") throw error;
    const { platformId } = await deliver(instead, settings);
    return { platformId, notes: changedTo(message) };
  }
  throw new SendError("timeout", "Zalo's response does not name the message.");
}

const Sent = z.object({ message_id: z.string().min(1).max(200) });
