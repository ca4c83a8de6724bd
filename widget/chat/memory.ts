import type { Outgoing, OutgoingFile } from "./conversation.ts";
import { asRecord, asText, parseJson, readList } from "./json.ts";
import type { MediaType } from "./message.ts";

/** Data of one page's chat, in localStorage or, if that is blocked, in memory until the tab is closed. */
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
    /** A new token means a new visitor, who has seen no message yet. */
    saveToken(token: string): void {
      if (token !== this.findToken()) write("seen", "0");
      write("token", token);
    },
    seenThrough: () => Number(read("seen")) || 0,
    saveSeenThrough: (id: number) => write("seen", String(id)),
    outbox: (): Outgoing[] => readList(parseJson(read("outbox") ?? ""), readOutgoing),
    /** Files that are not uploaded yet are left out: their bytes are gone after a reload. */
    saveOutbox: (outbox: Outgoing[]) =>
      write("outbox", JSON.stringify(outbox.filter(({ file }) => !file || file.id !== undefined))),
    /** True only for the first call with this key in this tab. */
    isFirstInTab(key: string): boolean {
      try {
        if (sessionStorage.getItem(name(key))) return false;
        sessionStorage.setItem(name(key), "1");
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
  return { key, at, text, payload: asText(fields.payload), file: readFile(fields.file), state: "sending" };
}

function readFile(value: unknown): OutgoingFile | undefined {
  const { name, type, id } = asRecord(value);
  if (typeof id !== "number") return undefined;
  return { name: asText(name) ?? "", type: mediaTypes.find((known) => known === type) ?? "file", progress: 1, id };
}

const mediaTypes: MediaType[] = ["image", "video", "audio", "file"];
