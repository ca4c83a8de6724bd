import type { IncomingMessage, ServerResponse } from "node:http";
import { type Files, fileStore, type SentFile } from "../files.ts";

const hourMs = 60 * 60_000;
const maxBytes = 20 * 1024 * 1024;

export type TelegramFiles = Files & {
  /** The result of getFile, or its error. */
  describe(id: string): { fault: string } | { result: object };
  /** Answers `/file/bot<token>/<path>`. False for any other path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
};

/** Telegram's files: an id leads to a path that is valid for an hour, below the bot's token. */
export function telegramFiles(token: string, now: () => number, onChange: () => void): TelegramFiles {
  const files = fileStore(onChange);
  const paths = new Map<string, { id: string; until: number }>();

  return Object.assign(files, {
    describe(id: string) {
      const file = files.find(id);
      if (!file) return { fault: "wrong file_id or the file is temporarily unavailable" };
      const file_size = file.size ?? file.bytes.length;
      if (file_size > maxBytes) return { fault: "file is too big" };
      const file_path = `documents/file_${paths.size}.${file.contentType.split("/")[1]}`;
      paths.set(file_path, { id, until: now() + hourMs });
      return { result: { file_id: id, file_unique_id: `U${id}`, file_size, file_path } };
    },
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const [, given, path = ""] = /^\/file\/bot([^/]+)\/(.+)$/.exec(request.url ?? "") ?? [];
      if (given === undefined) return false;
      const known = paths.get(decodeURIComponent(path));
      const file = known && known.until > now() ? files.find(known.id) : undefined;
      if (given !== token) refuse(response, 401, "Unauthorized");
      else if (!file) refuse(response, 404, "Not Found");
      // Telegram never sends the content type.
      else files.give(file, request, response, "application/octet-stream");
      return true;
    },
  });
}

/** The content of a message with a file, as in updates. A photo has several sizes, the largest one last. */
export function contentOf(files: Files, kind: "photo" | "document" | "voice" | "video", file: SentFile) {
  const { bytes, contentType, name, caption, size = bytes.length } = file;
  const described = (id: string) => ({ file_id: id, file_unique_id: `U${id}`, file_size: size });
  const large = described(files.keep(file));
  const small = described(files.keep({ ...file, bytes: Buffer.from("a small one") }));
  const content = {
    photo: [
      { ...small, width: 90, height: 60 },
      { ...large, width: 900, height: 600 },
    ],
    document: { ...large, mime_type: contentType, ...(name !== undefined && { file_name: name }) },
    voice: { ...large, duration: 2, mime_type: contentType },
    video: { ...large, duration: 2, width: 640, height: 480, mime_type: contentType },
  }[kind];
  return { [kind]: content, ...(caption !== undefined && { caption }) };
}

function refuse(response: ServerResponse, code: number, description: string): void {
  response
    .writeHead(code, { "content-type": "application/json" })
    .end(JSON.stringify({ ok: false, error_code: code, description }));
}
