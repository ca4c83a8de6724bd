import type { PlatformMedia } from "@banter/core/flow/event.ts";
import { notFound } from "@banter/core/model/error.ts";
import { z } from "zod";
import { SendError } from "../../../outbound/send-error.ts";
import { type Asking, checkSize, fetchFile, type Media } from "../../fetch-file.ts";
import { callCloud } from "../graph.ts";
import type { Settings } from "../settings.ts";

/** The largest of WhatsApp's limits: that of documents. */
const maxBytes = 100 * 1024 * 1024;

/**
 * The id leads to an address that is valid for five minutes, and only with the token.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
 */
export async function fetchMedia({ id }: PlatformMedia, asking: Asking, settings: Settings): Promise<Media> {
  const { url, mime_type, file_size } = await describe(id, settings);
  checkSize(file_size, maxBytes);
  const headers = { authorization: `Bearer ${settings.accessToken}` };
  const address = addressOf(url, settings);
  const file = { title: "WhatsApp", url: address, account: settings.phoneNumberId, headers, maxBytes };
  return fetchFile({ ...file, contentType: mime_type }, asking);
}

async function describe(id: string, settings: Settings): Promise<Described> {
  try {
    const { data } = Described.safeParse((await callCloud(settings, encodeURIComponent(id))).body);
    if (data) return data;
  } catch (error) {
    if (error instanceof SendError && error.failure === "rejected") throw notFound("file");
    throw error;
  }
  throw new SendError("platform_error", "WhatsApp did not give the file's address.");
}

/** Sizes come as numbers, and in Meta's own examples as text. */
const Described = z.object({
  url: z.string(),
  mime_type: z.string().optional(),
  file_size: z.coerce.number().optional().catch(undefined),
});
type Described = z.infer<typeof Described>;

/** Hosts of files: `lookaside.fbsbx.com` is documented, the others were seen by third parties. */
const metaHosts = /(^|\.)(fbsbx\.com|fbcdn\.net|facebook\.com|whatsapp\.net)$/;

/** The token is sent only to Meta by https, or to the host that the page's calls go to. */
function addressOf(text: string, { baseUrl }: Settings): URL {
  const url = URL.parse(text);
  const isMeta = url?.protocol === "https:" && url.port === "" && metaHosts.test(url.hostname);
  if (url && (isMeta || url.origin === new URL(baseUrl).origin)) return url;
  throw new SendError("bad_settings", "The file's address is on a host that is not Meta's.");
}
