import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A file that a person sends. `size` is the platform's wrong statement of its size, if any. */
export type SentFile = { bytes: Buffer; contentType: string; name?: string; caption?: string; size?: number };

/** A failure half-way through a file: no more bytes, a closed connection, or an endless file. */
type FileTrouble = "stalls" | "breaks" | "endless";

/** The files that people have sent, as a platform stores and serves them. */
export type Files = {
  trouble: FileTrouble | undefined;
  /** How many downloads are running, and the Range header of every request so far. */
  underWay: number;
  ranges: (string | undefined)[];
  keep(file: SentFile): string;
  find(id: string): SentFile | undefined;
  forgetAll(): void;
  give(file: SentFile, request: IncomingMessage, response: ServerResponse, contentType: string): void;
};

export function fileStore(onChange: () => void): Files {
  const kept = new Map<string, SentFile>();
  const files: Files = {
    trouble: undefined,
    underWay: 0,
    ranges: [],
    keep(file) {
      const id = `F${randomUUID().replaceAll("-", "")}`;
      kept.set(id, file);
      return id;
    },
    find: (id) => kept.get(id),
    forgetAll: () => kept.clear(),
    give({ bytes }, { headers: { range } }, response, contentType) {
      files.underWay++;
      files.ranges.push(range);
      response.on("close", () => {
        files.underWay--;
        onChange();
      });
      onChange();
      const headers = { "content-type": contentType };
      if (files.trouble === "endless") return pourInto(response.writeHead(200, headers));
      if (files.trouble) {
        const half = bytes.subarray(0, bytes.length / 2);
        response.writeHead(200, { ...headers, "content-length": bytes.length }).write(half, () => {
          if (files.trouble === "breaks") response.destroy();
        });
        return;
      }
      const part = partOf(bytes.length, range);
      if (part === null) return void response.writeHead(416).end();
      const [first, last] = part ?? [0, bytes.length - 1];
      const told = part && { "content-range": `bytes ${first}-${last}/${bytes.length}` };
      response
        .writeHead(part ? 206 : 200, { ...headers, ...told, "content-length": last - first + 1 })
        .end(bytes.subarray(first, last + 1));
    },
  };
  return files;
}

/** The first and last requested byte; null if the range is not satisfiable. */
function partOf(length: number, range: string | undefined): [first: number, last: number] | null | undefined {
  const [, from, to] = /^bytes=([0-9]*)-([0-9]*)$/.exec(range ?? "") ?? [];
  if (from === undefined || to === undefined) return undefined;
  const first = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  return first > last ? null : [first, last];
}

function pourInto(response: ServerResponse): void {
  const chunk = Buffer.alloc(256 * 1024, "a");
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", pour);
  pour();
}
