/** `id` is undefined for an event without one of its own. */
export type StreamEvent = { event: string; id: string | undefined; data: string };

/**
 * Parses server-sent events from text in pieces of any size. Needs no package: the widget, which must stay small, has it
 * too. https://html.spec.whatwg.org/#event-stream-interpretation
 */
export function createEventParser() {
  let rest = "";
  let event = "";
  let id: string | undefined;
  let data: string[] = [];
  let retryMs: number | undefined;

  return {
    /** The server's retry time, if it has sent one. */
    retryMs: () => retryMs,

    push(text: string): StreamEvent[] {
      const events: StreamEvent[] = [];
      rest += text;
      // A \r at the end of a piece may be the first half of a \r\n.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line !== "") {
          readLine(line);
          continue;
        }
        if (data.length > 0) events.push({ event: event || "message", id, data: data.join("\n") });
        [event, id, data] = ["", undefined, []];
      }
      return events;
    },
  };

  function readLine(line: string): void {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    if (field === "id") id = value;
    if (field === "data") data.push(value);
    if (field === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
  }
}
