import type { CallInput, RouteReply } from "@banter/core/api/contract.ts";
import type { publicApi } from "@banter/core/api/public.ts";
import { fill } from "./fill.ts";

type PublicApi = typeof publicApi;

/**
 * One typed function over the public API.
 *
 *     const api = connect({ baseUrl: "http://127.0.0.1:3000", pageId: "web_1000001", token });
 *     const { data } = await api("GET /flows");
 *     await api("POST /keywords/update", { body: { keyword_id: 7, update: { flow_id: 12 } } });
 */
export function connect({ baseUrl, pageId, token, fetch = globalThis.fetch }: Connection) {
  return async <Key extends keyof PublicApi>(
    key: Key,
    ...[input]: Record<never, never> extends CallInput<PublicApi[Key]>
      ? [input?: CallInput<PublicApi[Key]> & Extra]
      : [input: CallInput<PublicApi[Key]> & Extra]
  ): Promise<RouteReply<PublicApi[Key]>> => {
    const given: LooseInput = input ?? {};
    const [method = "GET", path = ""] = key.split(" ");
    const url = new URL(`${baseUrl}/api/public_api/v1/pages/${encodeURIComponent(pageId)}${fill(path, given.params)}`);
    for (const [name, value] of Object.entries(given.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method,
      headers: {
        "access-token": token,
        ...(given.body !== undefined && { "content-type": "application/json" }),
        ...(given.idempotencyKey && { "idempotency-key": given.idempotencyKey }),
      },
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
    });
    if (!response.ok) throw new ApiError(response);
    return response.json() as Promise<RouteReply<PublicApi[Key]>>;
  };
}

export type Connection = { baseUrl: string; pageId: string; token: string; fetch?: typeof globalThis.fetch };
type Extra = { idempotencyKey?: string };
type LooseInput = Extra & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** A failed call. The details come from the response's headers; the body is the same for every failure. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly pointer: string | null;
  readonly requestId: string | null;

  constructor({ status, headers }: Response) {
    super(headers.get("x-error-detail") ?? `The call failed with status ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.code = headers.get("x-error-code") ?? "unknown";
    this.pointer = headers.get("x-error-pointer");
    this.requestId = headers.get("x-request-id");
  }
}
