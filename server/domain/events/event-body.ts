import type { ConversationMessage } from "@banter/core/api/management/conversations.ts";
import { listCustomers } from "../../store/customers/customer-rows.ts";
import type { Db } from "../../store/db/db.ts";
import type { EventDelivery } from "../../store/events/event-deliveries.ts";
import { findMessageEntry } from "../../store/runtime/messages/of-send.ts";
import { listTurnEntries } from "../../store/runtime/thread.ts";
import { messageForms } from "../conversations/message-form.ts";

type Told = Pick<EventDelivery, "type" | "psid" | "about" | "data" | "at">;

/**
 * The body of an event. Customer and message are read as they are now, so that nothing about them is stored twice: a
 * message that was deleted since has no words any more.
 */
export async function eventBody(db: Db, pageId: string, { type, psid, about, data, at }: Told): Promise<object> {
  return {
    type,
    timestamp: at.toISOString(),
    data: {
      page_id: pageId,
      ...(psid && { psid, customer: await customerOf(db, pageId, psid) }),
      ...(about !== null && { message: await messageOf(db, pageId, { type, psid, about }) }),
      ...data,
    },
  };
}

async function customerOf(db: Db, pageId: string, psid: string): Promise<object | null> {
  const [customer] = await listCustomers(db, pageId, [psid]);
  if (!customer) return null;
  const { firstName, lastName, email, phone, locale, timezone, tags, fields } = customer;
  return { first_name: firstName, last_name: lastName, email, phone, locale, timezone, tags, fields };
}

async function messageOf(
  db: Db,
  pageId: string,
  { type, psid, about }: { type: string; psid: string; about: number },
): Promise<ConversationMessage | null> {
  if (type === "message.received") return messageForms(await listTurnEntries(db, pageId, psid, [about]))[0] ?? null;
  const entry = await findMessageEntry(db, pageId, about);
  return entry?.psid === psid ? (messageForms([entry])[0] ?? null) : null;
}
