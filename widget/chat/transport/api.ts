import type { CallInput } from "@banter/core/api/contract.ts";
import type { WebchatApi } from "@banter/core/api/webchat-api.ts";
import { asText, readList } from "../json.ts";
import { type Message, readMessage } from "../message.ts";
import { type FilledForm, type Form, readForm } from "../prechat/form.ts";
import { type Profile, readProfile } from "../profile.ts";
import { CallError } from "./call-error.ts";
import { connectClient } from "./client.ts";
import { upload } from "./upload.ts";

export type Visit = { token: string; conversation: Message[]; form?: Form };
export type VisitDetails = NonNullable<BodyOf<"POST /visits">>;
type BodyOf<Key extends keyof WebchatApi & `POST ${string}`> = CallInput<WebchatApi[Key]>["body"];

/** The calls of docs/webchat.md for one page. */
export type Api = {
  visit(details: VisitDetails): Promise<Visit>;
  profile(): Promise<Profile>;
  form(filled: FilledForm): Promise<void>;
  say(saying: BodyOf<"POST /messages">, key: string): Promise<void>;
  /** Stores a file and returns its id. It is sent by `say`. */
  upload(file: File, onProgress: (part: number) => void): Promise<number>;
  receipt(receipt: BodyOf<"POST /receipts">): Promise<void>;
  typing(isTyping: boolean): Promise<void>;
  events(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
};

export function connectApi(base: URL, findToken: () => string | undefined): Api {
  const { addressOf, read, send } = connectClient(base, findToken);
  return {
    async visit(details) {
      const { visitor_token, conversation, form } = await read("POST /visits", { body: details });
      const token = asText(visitor_token);
      if (!token) throw new CallError();
      return { token, conversation: readList(conversation, readMessage), form: readForm(form) };
    },
    profile: async () => readProfile(await read("GET /profile", {})),
    form: async (filled) => void (await send("POST /form", { body: filled })),
    say: async (saying, key) =>
      void (await send("POST /messages", { body: saying }, { headers: { "idempotency-key": key } })),
    upload: (file, onProgress) => upload({ url: addressOf("POST /files"), token: findToken() ?? "", file, onProgress }),
    receipt: async (receipt) => void (await send("POST /receipts", { body: receipt }, { keepalive: true })),
    typing: async (is_typing) => void (await send("POST /typing", { body: { is_typing } })),
    async events(after, signal) {
      const { body } = await send(
        "GET /events",
        { query: { after: String(after) } },
        { headers: { accept: "text/event-stream" }, cache: "no-store", signal },
      );
      if (!body) throw new CallError();
      return body;
    },
  };
}
