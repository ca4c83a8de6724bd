import { type ChannelType, PageId } from "@banter/core/channels/index.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { Channel, InboundEvent, Webhook } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import type { ConnectedPage } from "../../store/catalog/pages.ts";
import { listTriedSettings } from "../../store/catalog/tried-settings.ts";
import { withAddresses } from "./media.ts";
import type { WebhookOrder } from "./webhook-order.ts";

/** A page whose platform reports to us. `secret` is what its webhooks are signed with. */
export type WebhookPage = {
  id: string;
  webhookOf: ChannelType;
  webhook: Webhook<unknown>;
  settings: unknown;
  secret: string;
};

/** Of the pages named, those on that channel, or on any, that are connected. Others are none of ours. */
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

/** As they will be, if the platform takes the settings that it is asked about just now. */
export async function listTriedPages(
  { db, channels }: Pick<Deps, "db" | "channels">,
  which: { pageId: string } | { channel: ChannelType },
): Promise<WebhookPage[]> {
  return (await listTriedSettings(db, which)).flatMap(({ pageId, channel, settings }) =>
    webhookPageOf({ channels }, { id: pageId, channel, channelSettings: settings }),
  );
}

/** Resolves when every event is stored for good. `number` is the webhook's, where its platform numbers them. */
export async function acceptEvents(
  deps: Pick<Deps, "accept" | "baseUrl" | "secrets"> & { reorderMs: number; order: WebhookOrder },
  pageId: string,
  { events, number }: { events: InboundEvent[]; number: number | undefined },
) {
  const waiting = deps.order.arrived(
    pageId,
    events.filter(isOrdered).map(({ psid }) => psid),
    number,
  );
  await Promise.all(
    events.map((given) => {
      const { psid, event, key, facts, sequence } = given;
      const waitMs = waiting.has(psid) ? deps.reorderMs : 0;
      const order = deps.reorderMs > 0 && isOrdered(given) && { order: { sequence: sequence as number, waitMs } };
      const whole = { ...withAddresses(deps, pageId, marked(event, key)), ...(facts && { facts }) };
      return deps.accept({ pageId, psid, event: whole, key, ...order });
    }),
  );
}

const isOrdered = ({ event, sequence }: InboundEvent) => Number.isSafeInteger(sequence) && !isReport(event);

/** What became of our own messages: it moves no conversation, and a status never goes back. */
const isReport = (event: MailEvent) => event.type === "report" || (event.type === "echo" && !event.isPerson);

/** What the customer has sent goes by the platform's id for it, so that it can be taken back. */
function marked(event: MailEvent, key: string): MailEvent {
  return (event.type === "message" || event.type === "payload") && event.key === undefined ? { ...event, key } : event;
}

type Named = Pick<ConnectedPage, "id" | "channel" | "channelSettings">;

function webhookPageOf({ channels }: { channels: Deps["channels"] }, page: Named): WebhookPage[] {
  const channel: Channel | undefined = channels[page.channel];
  if (!channel?.webhook) return [];
  const { webhook } = channel;
  const settings = channel.settings.safeParse(page.channelSettings);
  if (!settings.success) return [];
  const secret = webhook.secretOf(settings.data);
  return [{ id: page.id, webhookOf: page.channel, webhook, settings: settings.data, secret }];
}
