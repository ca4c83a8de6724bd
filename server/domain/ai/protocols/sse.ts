import { ModelError, type SseEvent } from "./protocol.ts";

/** A model's longest answer, with everything around it. */
const maxBytes = 4 * 1024 * 1024;

/** Longest line of a stream. An unfinished one is looked at again with each chunk. */
const maxLine = 256 * 1024;

/** The events of a body. Throws once it, or a line of it, is larger than those of any answer. */
export async function* readEvents(body: AsyncIterable<Buffer>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  let size = 0;
  let event = "";
  let data: string[] = [];
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new ModelError("too_large");
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > maxLine) throw new ModelError("too_large");
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield { event, data: data.join("\n") };
        event = "";
        data = [];
      }
      const [, field = "", value = ""] = /^(event|data): ?(.*)$/s.exec(line) ?? [];
      if (field === "event") event = value;
      if (field === "data") data.push(value);
    }
  }
  // Servers that close right behind the last event leave its blank line out.
  const [, last] = /^data: ?(.*)$/s.exec(rest.trimEnd()) ?? [];
  if (last !== undefined) data.push(last);
  if (data.length > 0) yield { event, data: data.join("\n") };
}

/** A body that is no stream, as one event. A connection that ends early leaves no JSON. */
export async function* wholeEvent(body: AsyncIterable<Buffer>): AsyncGenerator<SseEvent> {
  yield { event: "", data: await textOf(body, maxBytes) };
}

/** The whole body. Throws once it is larger. */
export async function textOf(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new ModelError("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The data of an event as JSON. Throws if it is none. */
export function jsonOf({ data }: SseEvent): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {}
  throw new ModelError("malformed");
}
