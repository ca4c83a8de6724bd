import assert from "node:assert/strict";
import type { ErrorCode } from "@banter/core/model/error.ts";
import type { TestPage } from "./builders.ts";

export type Answer = { status: number; headers: Headers; text: string };
export type Call = { method?: string; headers?: Record<string, string>; json?: unknown; body?: RequestInit["body"] };

/** Calls the public API for a page: `call("/flows")` is a GET, `call("/keywords/create", { json: {} })` a POST. */
export function callerOf(baseUrl: string, { pageId, token }: TestPage) {
  return async (path: string, { method, headers, json, body }: Call = {}): Promise<Answer> => {
    const said = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(`${pageUrl(baseUrl, pageId)}${path}`, {
      method: method ?? (said === undefined ? "GET" : "POST"),
      headers: { "access-token": token, ...(json !== undefined && { "content-type": "application/json" }), ...headers },
      body: said,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

export type Caller = ReturnType<typeof callerOf>;

export const pageUrl = (baseUrl: string, pageId: string) => `${baseUrl}/api/public_api/v1/pages/${pageId}`;

/** The ids of the page's flows and folders by name, from the public API. */
export async function idsOf(call: Caller): Promise<(name: string) => number> {
  const { data } = JSON.parse((await call("/flows")).text);
  const ids = new Map<string, number>([...data.folders, ...data.flows].map(({ id, name }) => [name, id]));
  return (name) => ids.get(name) ?? assert.fail(`there is no ${name}`);
}

/** Checks everything that all failures of the public API have in common. */
export function assertFailure(
  { status, headers, text }: Answer,
  expected: number,
  code: ErrorCode,
  pointer?: string,
): void {
  assert.deepEqual([status, headers.get("x-error-code")], [expected, code], headers.get("x-error-detail") ?? text);
  assert.equal(text, '"Server internal error"');
  assert.equal(headers.get("content-type"), "application/json");
  assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  assert.match(headers.get("x-error-detail") ?? "", /^[\x20-\x7e]+\.$/);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(headers.get("vary") ?? "", /\baccept\b/);
  if (pointer !== undefined) assert.equal(headers.get("x-error-pointer"), pointer);
  if (status === 401) assert.equal(headers.get("www-authenticate"), 'Bearer realm="banter"');
  if (status === 429 || status === 503) assert.match(headers.get("retry-after") ?? "", /^[1-9][0-9]*$/);
}
