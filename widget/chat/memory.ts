import type { Outgoing } from "./conversation.ts";
import { asRecord, asText, readList } from "./message.ts";

/** What this browser keeps about its talk with a page: in localStorage or, where that is blocked, for this visit only. */
export function openMemory(page: string) {
  const fallback = new Map<string, string>();
  const name = (key: string) => `banter:${page}:${key}`;

  function read(key: string): string | undefined {
    try {
      return localStorage.getItem(name(key)) ?? undefined;
    } catch {
      return fallback.get(key);
    }
  }

  function write(key: string, value: string): void {
    fallback.set(key, value);
    try {
      localStorage.setItem(name(key), value);
    } catch {}
  }

  return {
    findToken: () => read("token") ?? fallback.get("token"),
    /** Another token is another visitor, who has seen nothing yet. */
    keepToken(token: string): void {
      if (token !== this.findToken()) write("seen", "0");
      write("token", token);
    },
    seenThrough: () => Number(read("seen")) || 0,
    keepSeenThrough: (id: number) => write("seen", String(id)),
    outbox: (): Outgoing[] => readList(parse(read("outbox")), readOutgoing),
    keepOutbox: (outbox: Outgoing[]) => write("outbox", JSON.stringify(outbox)),
    /** Whether it is the first time in this tab, and from now on it is not. */
    isFirst(what: string): boolean {
      try {
        if (sessionStorage.getItem(name(what))) return false;
        sessionStorage.setItem(name(what), "1");
      } catch {}
      return true;
    },
  };
}

export type Memory = ReturnType<typeof openMemory>;

function readOutgoing(value: unknown): Outgoing | undefined {
  const fields = asRecord(value);
  const [key, at, text] = [asText(fields.key), asText(fields.at), asText(fields.text)];
  if (!key || !at || text === undefined) return undefined;
  return { key, at, text, payload: asText(fields.payload), state: "sending" };
}

function parse(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? "[]");
  } catch {
    return [];
  }
}
