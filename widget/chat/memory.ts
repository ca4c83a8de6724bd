import type { Outgoing, OutgoingFile } from "./conversation.ts";
import { asRecord, asText, parseJson, readList } from "./json.ts";
import type { MediaType } from "./message.ts";
import type { VisitDetails } from "./transport/api.ts";

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

  function readTab(key: string): string | undefined {
    try {
      return sessionStorage.getItem(name(key)) ?? undefined;
    } catch {
      return fallback.get(key);
    }
  }

  function writeTab(key: string, value: string): void {
    fallback.set(key, value);
    try {
      sessionStorage.setItem(name(key), value);
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
    /** The visit that starts once the form is filled in: the ref of a link must survive a reload until then. */
    heldVisit: (): VisitDetails => readVisit(parseJson(read("held") ?? "")),
    holdVisit: (details: VisitDetails) => write("held", JSON.stringify(details)),
    /** Answers to the form that are not sent yet. They last no longer than the tab: others may use this device. */
    formDraft: (): Record<string, string> => readAnswers(parseJson(readTab("form") ?? "")),
    saveFormDraft: (answers: Record<string, string>) => writeTab("form", JSON.stringify(answers)),
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

function readVisit(value: unknown): VisitDetails {
  const { ref, ad_id, opened } = asRecord(value);
  return {
    ...(typeof ref === "string" && { ref }),
    ...(typeof ad_id === "string" && { ad_id }),
    ...(opened === true && { opened }),
  };
}

function readAnswers(value: unknown): Record<string, string> {
  const entries = Object.entries(asRecord(value)).filter(
    (entry): entry is [string, string] => asText(entry[1]) !== undefined,
  );
  return Object.fromEntries(entries);
}

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
