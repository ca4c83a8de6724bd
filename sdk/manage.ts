import type { CallInput, Route, RouteReply } from "@banter/core/api/contract.ts";
import type { ManagementApi } from "@banter/core/api/management/index.ts";
import { fill } from "./fill.ts";

/**
 * One typed function over the management API, as the person whose session cookie the requests carry.
 *
 *     const api = manage({ baseUrl: "" });
 *     const { flows } = await api("GET /pages/:page_id/tree", { params: { page_id: "web_1000001" } });
 */
export function manage({ baseUrl, headers = {}, fetch = globalThis.fetch }: Manager) {
  return async <Key extends keyof ManagementApi>(
    key: Key,
    ...[input]: Record<never, never> extends CallInput<Called<Key>>
      ? [input?: CallInput<Called<Key>>]
      : [input: CallInput<Called<Key>>]
  ): Promise<ReplyOf<Key>> => {
    const given: LooseInput = input ?? {};
    const [method = "GET", path = ""] = key.split(" ");
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(given.query ?? {}))
      if (value !== undefined) search.set(name, String(value));
    const query = search.size > 0 ? `?${search}` : "";
    const response = await fetch(`${baseUrl}/api/v1${fill(path, given.params)}${query}`, {
      method,
      headers: { ...headers, ...(given.body !== undefined && { "content-type": "application/json" }) },
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
    });
    if (!response.ok) throw await problemOf(response);
    return response.json() as Promise<ReplyOf<Key>>;
  };
}

export type Manager = { baseUrl: string; headers?: Record<string, string>; fetch?: typeof globalThis.fetch };
type Called<Key extends keyof ManagementApi> = ManagementApi[Key] & Route;
/** Times are ISO 8601 text here, as on the wire. */
export type ReplyOf<Key extends keyof ManagementApi> = RouteReply<Called<Key>>;
type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** A failed call, with every fault that the server found. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: { path: string; message: string }[];

  constructor(status: number, problem: { code?: string; detail?: string; errors?: Refusal["faults"] }) {
    super(problem.detail ?? `The call failed with status ${status}.`);
    this.name = "Refusal";
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.faults = problem.errors ?? [];
  }
}

async function problemOf(response: Response): Promise<Refusal> {
  const problem = await response.json().catch(() => ({}));
  return new Refusal(response.status, problem as ConstructorParameters<typeof Refusal>[1]);
}
