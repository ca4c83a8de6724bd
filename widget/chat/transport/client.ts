import type { CallInput, RouteReply } from "@banter/core/api/contract.ts";
import type { WebchatApi } from "@banter/core/api/webchat-api.ts";
import { asRecord, asText, readList } from "../json.ts";
import { CallError } from "./call-error.ts";

/** The fields of an answer. Their values are not trusted: the server may be of another release. */
export type Fields<Key extends keyof WebchatApi> = { [Name in keyof RouteReply<WebchatApi[Key]>]?: unknown };

type Options = Pick<RequestInit, "cache" | "headers" | "keepalive" | "signal">;

/**
 * Typed functions over web chat's API for one page. A call that fails throws a `CallError`. The token is read for each
 * call, because another tab may have saved a new one.
 */
export function connectClient(base: URL, findToken: () => string | undefined) {
  const addressOf = (key: keyof WebchatApi) => new URL(key.replace(/^\w+ \//, ""), base);

  async function send<Key extends keyof WebchatApi>(
    key: Key,
    input: CallInput<WebchatApi[Key]>,
    { signal = AbortSignal.timeout(20_000), ...options }: Options = {},
  ): Promise<Response> {
    const { query, body }: { query?: object; body?: unknown } = input;
    const url = addressOf(key);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const headers = new Headers(options.headers);
    if (body !== undefined) headers.set("content-type", "application/json");
    const token = findToken();
    if (token) headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(url, {
      ...options,
      method: key.split(" ")[0],
      body: body === undefined ? body : JSON.stringify(body),
      headers,
      signal,
      credentials: "omit",
    }).catch(() => {
      throw new CallError();
    });
    if (response.ok) return response;
    const { code, errors } = asRecord(await response.json().catch(() => undefined));
    const faults = readList(errors, (error) => asText(asRecord(error).path));
    throw new CallError(response.status, response.headers.get("retry-after"), asText(code), faults);
  }

  return {
    addressOf,
    send,
    async read<Key extends keyof WebchatApi>(key: Key, input: CallInput<WebchatApi[Key]>): Promise<Fields<Key>> {
      const response = await send(key, input);
      const answer: unknown = await response.json().catch(() => {
        throw new CallError();
      });
      return asRecord(answer) as Fields<Key>;
    },
  };
}
