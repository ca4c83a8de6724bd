import type { Attachment, PlatformMedia } from "@banter/core/flow/event.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Asking, Media } from "../../channels/fetch-file.ts";
import type { Deps } from "../../deps.ts";
import { SendError, sendFailures } from "../../outbound/send-error.ts";
import { readSigned, signText } from "../signed-text.ts";

/**
 * Replaces the platform's media ids by addresses on this server. Done when mail is accepted, so that turns and history
 * see a `url` on every channel. Nothing is fetched from the platform until the address is opened.
 */
export function withAddresses(deps: Pick<Deps, "baseUrl" | "secrets">, pageId: string, event: MailEvent): MailEvent {
  if (event.type !== "message" || !event.attachments?.some(({ media }) => media)) return event;
  const attachments = event.attachments.map(({ media, ...attachment }): Attachment => {
    if (!media) return attachment;
    const name = media.name === undefined ? null : plainName(media.name);
    return { ...attachment, url: mediaUrl(deps, pageId, media), ...(name !== null && { name }) };
  });
  return { ...event, attachments };
}

/** Signed, so that it opens only files that customers have sent, not everything that the page's token could fetch. */
function mediaUrl({ baseUrl, secrets }: Pick<Deps, "baseUrl" | "secrets">, pageId: string, media: PlatformMedia) {
  const { id, contentType = null, name = null } = media;
  const shown = name === null ? null : plainName(name);
  const body = Buffer.from(JSON.stringify([id, contentType, shown])).toString("base64url");
  const signed = signText(secrets.mediaKey, `${pageId}.${body}`, signatureLength);
  return `${baseUrl()}/media/${pageId}/${signed.slice(pageId.length + 1)}`;
}

/** Opens the file that the last part of a media address names, as a stream from the platform. */
export async function openMedia(
  { lookups, channels, secrets }: Pick<Deps, "lookups" | "channels" | "secrets">,
  { pageId, sealed }: { pageId: string; sealed: string },
  asking: Asking,
): Promise<Media & { name: string | null }> {
  const { name, ...media } = unseal(secrets, pageId, sealed);
  const page = await lookups.page(pageId);
  const channel: Channel | undefined = page && channels[page.channel];
  const settings = channel?.settings.safeParse(page?.channelSettings);
  if (!channel?.inbound?.fetchMedia || !settings?.success) throw notFound("file");
  try {
    return { ...(await channel.inbound.fetchMedia(media, asking, settings.data)), name: name ?? null };
  } catch (error) {
    throw error instanceof SendError ? refusal(channel, error) : error;
  }
}

function unseal({ mediaKey }: Deps["secrets"], pageId: string, sealed: string): PlatformMedia {
  const body = readSigned(mediaKey, `${pageId}.${sealed}`, signatureLength)?.slice(pageId.length + 1);
  if (body === undefined) throw notFound("file");
  const [id, contentType, name] = JSON.parse(Buffer.from(body, "base64url").toString()) as Sealed;
  return { id, ...(contentType !== null && { contentType }), ...(name !== null && { name }) };
}

type Sealed = [id: string, contentType: string | null, name: string | null];

function refusal({ title }: Channel, { failure, message, retryAfterSeconds }: SendError): AppError {
  const reason = message.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 300);
  if (!sendFailures[failure].retry) return new AppError("platform_failed", `${title} refused the file: ${reason}`);
  const headers = { "retry-after": `${Math.ceil(retryAfterSeconds ?? 1)}` };
  return new AppError("unavailable", `${title} cannot deliver the file right now: ${reason}`, { headers });
}

/** Addresses are limited in length: only the last part of the name is kept, at most 100 characters. */
function plainName(name: string): string | null {
  const [last = ""] = name.replaceAll(/\p{C}/gu, "").split(/[/\\]/).slice(-1);
  return [...last].slice(-100).join("") || null;
}

const signatureLength = 22;
