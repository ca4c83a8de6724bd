import type { RenderNote } from "@banter/core/flow/render-note.ts";
import { SendError } from "../outbound/send-error.ts";
import type { Delivered } from "./outbound.ts";

/** The note that a message is sent without the quote. */
export const quoteLeftOut: RenderNote = { change: "left_out", part: "quote" };

/**
 * Sends a message that quotes another. The other one may be gone, for which no platform has an error of its own: a call
 * that is refused is repeated without the quote, by `sendPlain`, which is undefined for a call that quotes nothing.
 */
export async function sendQuoting(
  send: () => Promise<Delivered>,
  sendPlain: (() => Promise<Delivered>) | undefined,
): Promise<Delivered> {
  try {
    return await send();
  } catch (error) {
    if (!sendPlain || !(error instanceof SendError) || error.failure !== "rejected") throw error;
    const delivered = await sendPlain();
    return { ...delivered, notes: [...(delivered.notes ?? []), quoteLeftOut] };
  }
}
