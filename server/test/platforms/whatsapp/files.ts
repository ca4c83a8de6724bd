import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Files, fileStore, type SentFile } from "../files.ts";

const fiveMinutesMs = 5 * 60_000;

export type WhatsappFiles = Files & {
  /** Another origin for the addresses of files. */
  elsewhere: string | undefined;
  describe(id: string): object | undefined;
  /** Answers the addresses that `describe` gives. False for any other path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
};

type Owner = { origin: string; accessToken: string; now: () => number };

/** WhatsApp's files: an id leads to an address that is valid for five minutes, and only with the token. */
export function whatsappFiles(owner: () => Owner, onChange: () => void): WhatsappFiles {
  const files = fileStore(onChange);
  const path = "/whatsapp_business/attachments/";
  const hashOf = (id: string, until: string) => sha256(`${id} ${until} of the stand-in`).slice(0, 32);

  const whole: WhatsappFiles = Object.assign(files, {
    elsewhere: undefined,
    describe(id: string) {
      const file = files.find(id);
      if (!file) return undefined;
      const until = String(owner().now() + fiveMinutesMs);
      const query = new URLSearchParams({ mid: id, ext: until, hash: hashOf(id, until) });
      return {
        messaging_product: "whatsapp",
        url: `${whole.elsewhere ?? owner().origin}${path}?${query}`,
        mime_type: file.contentType,
        sha256: sha256(file.bytes),
        file_size: file.size ?? file.bytes.length,
        id,
      };
    },
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const url = new URL(request.url ?? "", "http://whatsapp");
      if (url.pathname !== path) return false;
      const { mid = "", ext = "", hash } = Object.fromEntries(url.searchParams);
      const { authorization, "user-agent": agent } = request.headers;
      const isGood = hash === hashOf(mid, ext) && Number(ext) > owner().now();
      const file = isGood ? files.find(mid) : undefined;
      if (authorization !== `Bearer ${owner().accessToken}`) response.writeHead(401).end();
      // Not documented: a request without a User-Agent gets an HTML error page.
      else if (!agent) response.writeHead(500, { "content-type": "text/html" }).end("<h1>Sorry</h1>");
      else if (!file) response.writeHead(404).end();
      else files.give(file, request, response, file.contentType);
      return true;
    },
  });
  return whole;
}

/** The content of a message with a file, as in webhooks. */
export function contentOf(files: Files, kind: "image" | "document" | "audio" | "video", file: SentFile) {
  const { bytes, contentType, name, caption } = file;
  const content = {
    id: files.keep(file),
    mime_type: contentType,
    sha256: sha256(bytes),
    ...(name !== undefined && { filename: name }),
    ...(caption !== undefined && { caption }),
  };
  return { type: kind, [kind]: content };
}

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("base64");
