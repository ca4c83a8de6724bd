export type StreamEvent = { id: string | undefined; data: string };

/**
 * Parses server-sent events from text in pieces of any size. The name of an event is not read: our data has a `type`.
 * https://html.spec.whatwg.org/#event-stream-interpretation
 */
export function createEventParser(): (text: string) => StreamEvent[] {
  let rest = "";
  let id: string | undefined;
  let data: string[] = [];

  return (text) => {
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
      if (data.length > 0) events.push({ id, data: data.join("\n") });
      [id, data] = [undefined, []];
    }
    return events;
  };

  function readLine(line: string): void {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    if (field === "data") data.push(value);
  }
}
