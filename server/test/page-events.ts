import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import type { Browser } from "./people.ts";

export type SeenEvent = { id: number | null; type: string; data: Record<string, unknown> };

/** A reader of a page's event stream, which records everything. `after` is sent as `Last-Event-ID`. */
export async function followPage(t: Test, browser: Browser, baseUrl: string, pageId: string, after?: number) {
  const abort = new AbortController();
  atEnd(t, () => abort.abort());
  const response = await browser.fetch(`${baseUrl}/api/v1/pages/${pageId}/events`, {
    signal: abort.signal,
    ...(after !== undefined && { headers: { "last-event-id": String(after) } }),
  });
  const stream = {
    status: response.status,
    events: [] as SeenEvent[],
    /** The last id that the server has sent. */
    lastId: after ?? 0,
    isEnded: false,
    ofType: (type: string) => stream.events.filter((event) => event.type === type),
    close: () => abort.abort(),
  };
  void read(response, stream)
    .catch(() => undefined)
    .finally(() => {
      stream.isEnded = true;
    });
  return stream;
}

async function read(response: Response, stream: { events: SeenEvent[]; lastId: number }): Promise<void> {
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      const type = /^event: (\w+)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (id) stream.lastId = Number(id);
      if (type && data) stream.events.push({ id: id ? Number(id) : null, type, data: JSON.parse(data) });
    }
  }
}
