import { asRecord, asText, readList } from "../json.ts";
import { type Message, readMessage } from "../message.ts";
import { type FilledForm, type Form, readForm } from "../prechat/form.ts";
import { type Profile, readProfile } from "../profile.ts";
import { CallError } from "./call-error.ts";
import { upload } from "./upload.ts";

export type Visit = { token: string; conversation: Message[]; form?: Form };
export type VisitDetails = { ref?: string; ad_id?: string; locale?: string; timezone?: string; opened?: true };
type Saying = { text: string } | { payload: string } | { file_id: number };
type Receipt = { delivered_through?: number; seen_through?: number };

/** The calls of docs/webchat.md for one page. */
export type Api = {
  visit(details: VisitDetails): Promise<Visit>;
  profile(): Promise<Profile>;
  form(filled: FilledForm): Promise<void>;
  say(saying: Saying, key: string): Promise<void>;
  /** Stores a file and returns its id. It is sent by `say`. */
  upload(file: File, onProgress: (part: number) => void): Promise<number>;
  receipt(receipt: Receipt): Promise<void>;
  typing(isTyping: boolean): Promise<void>;
  events(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
};

/** Reads the token for each call, because another tab may have saved a new one. */
export function connectApi(base: URL, findToken: () => string | undefined): Api {
  async function call(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const token = findToken();
    if (token) headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(new URL(path, base), { ...init, headers, credentials: "omit" }).catch(() => {
      throw new CallError();
    });
    if (response.ok) return response;
    const { code, errors } = asRecord(await response.json().catch(() => undefined));
    const faults = readList(errors, (error) => asText(asRecord(error).path));
    throw new CallError(response.status, response.headers.get("retry-after"), asText(code), faults);
  }

  const signal = () => AbortSignal.timeout(20_000);
  const post = (path: string, body: object, headers: HeadersInit = {}, keepalive = false) =>
    call(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { ...headers, "content-type": "application/json" },
      signal: signal(),
      keepalive,
    });

  return {
    async visit(details) {
      const answer = asRecord(await readJson(await post("visits", details)));
      const token = asText(answer.visitor_token);
      if (!token) throw new CallError();
      return { token, conversation: readList(answer.conversation, readMessage), form: readForm(answer.form) };
    },
    profile: async () => readProfile(await readJson(await call("profile", { signal: signal() }))),
    form: async (filled) => void (await post("form", filled)),
    say: async (saying, key) => void (await post("messages", saying, { "idempotency-key": key })),
    upload: (file, onProgress) => upload({ url: new URL("files", base), token: findToken() ?? "", file, onProgress }),
    receipt: async (receipt) => void (await post("receipts", receipt, {}, true)),
    typing: async (is_typing) => void (await post("typing", { is_typing })),
    async events(after, signal) {
      const { body } = await call(`events?after=${after}`, {
        headers: { accept: "text/event-stream" },
        cache: "no-store",
        signal,
      });
      if (!body) throw new CallError();
      return body;
    },
  };
}

function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => {
    throw new CallError();
  });
}
