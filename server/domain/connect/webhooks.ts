import { type ChannelType, PageId } from "@banter/core/channels/index.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { Channel } from "../../channels/channel.ts";
import type { InboundEvent, Webhook } from "../../channels/inbound.ts";
import type { Deps } from "../../deps.ts";
import type { ConnectedPage } from "../../store/catalog/pages.ts";
import { listTriedSettings } from "../../store/catalog/tried-settings.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { findByOtherPsids } from "../../store/runtime/customers.ts";
import { withAddresses } from "./media.ts";
import type { WebhookOrder } from "./webhook-order.ts";

/** A page that receives webhooks. `secret` is the key that they are signed with. */
export type WebhookPage = {
  id: string;
  webhookOf: ChannelType;
  webhook: Webhook<unknown>;
  settings: unknown;
  secret: string;
};

/** The connected pages among those named, on one channel or on any. Unknown pages are left out. */
export async function listWebhookPages(
  deps: Pick<Deps, "lookups" | "channels">,
  pageIds: string[],
  channelType?: ChannelType,
): Promise<WebhookPage[]> {
  const known = pageIds.filter((id) => PageId.safeParse(id).success);
  const pages = await Promise.all(known.map((id) => deps.lookups.page(id)));
  return pages.flatMap((page) =>
    page && (channelType === undefined || page.channel === channelType) ? webhookPageOf(deps, page) : [],
  );
}

/** Pages with settings that are being tried: the platform may verify the address before they are stored. */
export async function listTriedPages(
  { db, channels }: Pick<Deps, "db" | "channels">,
  which: { pageId: string } | { channel: ChannelType },
): Promise<WebhookPage[]> {
  return (await listTriedSettings(db, which)).flatMap(({ pageId, channel, settings }) =>
    webhookPageOf({ channels }, { id: pageId, channel, channelSettings: settings }),
  );
}

/** Resolves when every event is stored durably. `number` is the webhook's own, if the platform numbers its webhooks. */
export async function acceptEvents(
  deps: Pick<Deps, "db" | "accept" | "baseUrl" | "secrets"> & { reorderMs: number; order: WebhookOrder },
  pageId: string,
  { events, number }: { events: InboundEvent[]; number: number | undefined },
) {
  const held = deps.order.arrived(
    pageId,
    events.filter(isOrdered).map(({ psid }) => psid),
    number,
  );
  const known = await findKnown(deps, pageId, events);
  await Promise.all(
    known.map((given) => {
      const { psid, event, key, facts, reply, sequence } = given;
      const waitMs = Math.max(held.has(psid) ? deps.reorderMs : 0, isOfAlbum(event) ? albumMs : 0);
      const order = isOrdered(given) && { order: { sequence: sequence as number, waitMs } };
      const token = reply && { reply: { token: reply.token, until: databaseNow() + reply.seconds * 1000 } };
      const whole = { ...withAddresses(deps, pageId, withKey(event, key)), ...(facts && { facts }), ...token };
      return deps.accept({ pageId, psid, event: whole, key, ...order });
    }),
  );
}

/** How long the first part of an album waits in the mailbox for the others, which are put together with it. */
const albumMs = 1000;

const isOfAlbum = (event: MailEvent) => event.type === "message" && event.album !== undefined;

/** Events under another psid of a customer get the one that the customer is stored with. */
async function findKnown({ db }: Pick<Deps, "db">, pageId: string, events: InboundEvent[]): Promise<InboundEvent[]> {
  const asked = events.flatMap(({ psid, isOtherPsid }) => (isOtherPsid ? [psid] : []));
  if (asked.length === 0) return events;
  const found = await findByOtherPsids(db, pageId, asked);
  return events.map((given) => {
    const psid = given.isOtherPsid && found.get(given.psid);
    if (!psid) return given;
    const { event } = given;
    // The number stays, and with it the customer: only their other psid is new.
    if (event.type === "number_changed")
      return { ...given, psid, event: { type: "facts" }, facts: { otherPsid: event.to } };
    return { ...given, psid };
  });
}

const isOrdered = ({ event, sequence }: InboundEvent) => Number.isSafeInteger(sequence) && !isReport(event);

/** Reports on our own messages need no order: they move no conversation, and a message's status never goes back. */
const isReport = (event: MailEvent) => event.type === "report" || (event.type === "echo" && !event.isPerson);

/** A customer's message keeps the platform's id as its key, by which the customer can take it back. */
function withKey(event: MailEvent, key: string): MailEvent {
  return keyed.has(event.type) && !("key" in event) ? ({ ...event, key } as MailEvent) : event;
}

const keyed: ReadonlySet<string> = new Set(["message", "payload", "referral"]);

type Named = Pick<ConnectedPage, "id" | "channel" | "channelSettings">;

function webhookPageOf({ channels }: { channels: Deps["channels"] }, page: Named): WebhookPage[] {
  const channel: Channel | undefined = channels[page.channel];
  if (!channel?.inbound) return [];
  const { webhook } = channel.inbound;
  const known = read.get(page);
  if (known?.webhook === webhook) return [known];
  const settings = channel.settings.safeParse(page.channelSettings);
  if (!settings.success) return [];
  const secret = webhook.secretOf(settings.data);
  const found = { id: page.id, webhookOf: page.channel, webhook, settings: settings.data, secret };
  read.set(page, found);
  return [found];
}

/** Settings are parsed once for each revision of a page: the memory of pages has a new object for a new revision. */
const read = new WeakMap<Named, WebhookPage>();
