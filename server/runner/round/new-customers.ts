import { ownChannel } from "@banter/core/channels/index.ts";
import type { FoundCustomer } from "../../store/conversations/due-mail.ts";
import type { LoadedSetup } from "../pages/setup.ts";

type Event = { type: string; isNew?: true; since?: number };

/**
 * False for mail that makes no customer of an unknown person. After an erasure, only the person themselves comes back,
 * or work that has begun since. A visitor of the web chat does not: their token is gone, and they get another psid.
 */
export function mayMakeCustomer(
  event: Event,
  { erasedAt }: Pick<FoundCustomer, "erasedAt">,
  { channel }: { channel: Pick<LoadedSetup["channel"], "type"> },
): boolean {
  if (bound.has(event.type) && !event.isNew) return false;
  if (erasedAt === null) return true;
  if (channel.type === ownChannel) return false;
  return own.has(event.type) || (event.isNew === true && (event.since ?? Number.POSITIVE_INFINITY) > erasedAt);
}

/** The rest of somebody's conversation, and what people do with customers they see. */
const bound = new Set([
  "consent",
  "prechat_form",
  "moved",
  "number_changed",
  "timer",
  "answer",
  "hand_over_timeout",
  "person_message",
  "person_reaction",
  "start_flow",
  "control_lost",
  "control_asked",
  "control_kept",
  "pause",
  "resume",
  "edit_customer",
  "block",
  "unblock",
]);

/** What the person does themselves. */
const own = new Set(["message", "payload", "referral", "follow", "reaction", "comment", "arrived", "inherited"]);
