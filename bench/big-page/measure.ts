import type { Browser } from "../../server/test/people.ts";
import { type Call, calls, type Target } from "./calls.ts";

export type CallFigure = { name: string; p50: number; p95: number; max: number };

/** Makes every call several times, one after the other, and measures the milliseconds until its answer is there. */
export async function measureCalls(
  baseUrl: string,
  browser: Browser,
  target: Target,
  times: number,
): Promise<CallFigure[]> {
  const figures: CallFigure[] = [];
  for (const call of calls) {
    // The first call of a kind plans its statements, which every server does once.
    await makeCall(baseUrl, browser, call, target);
    const spent: number[] = [];
    for (let turn = 0; turn < times; turn++) spent.push(await makeCall(baseUrl, browser, call, target));
    const sorted = spent.sort((one, other) => one - other);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    figures.push({ name: call.name, p50: at(0.5), p95: at(0.95), max: at(1) });
  }
  return figures;
}

async function makeCall(
  baseUrl: string,
  browser: Browser,
  { name, path, body }: Call,
  target: Target,
): Promise<number> {
  const url = `${baseUrl}/api/v1${path(target)}`;
  const startedAt = performance.now();
  const response = await browser.fetch(url, {
    method: body === undefined ? "GET" : "POST",
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
  return performance.now() - startedAt;
}
