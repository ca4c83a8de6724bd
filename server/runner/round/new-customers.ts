import { isContact } from "@banter/core/channels/contact.ts";
import { ownChannel } from "@banter/core/channels/index.ts";
import { traitsOf } from "@banter/core/flow/event-traits.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { FoundCustomer } from "../../store/runtime/due-mail.ts";
import type { LoadedSetup } from "../pages/setup.ts";

type Event = Pick<MailEvent, "type"> & { isNew?: true; since?: number };

/**
 * False for mail that makes no customer of an unknown person. After an erasure, only the person themselves comes back,
 * or work that has begun since. A visitor of the web chat does not: their token is gone, and they get another psid.
 */
export function mayMakeCustomer(
  event: Event,
  { psid, erasedAt }: Pick<FoundCustomer, "erasedAt"> & { psid: string },
  { channel }: { channel: Pick<LoadedSetup["channel"], "type"> },
): boolean {
  const { needsCustomer, bringsBack } = traitsOf(event);
  if (needsCustomer && !event.isNew) return false;
  if (erasedAt === null) return true;
  if (channel.type === ownChannel && !isContact(psid)) return false;
  return bringsBack === true || (event.isNew === true && (event.since ?? Number.POSITIVE_INFINITY) > erasedAt);
}
