import assert from "node:assert/strict";
import { test } from "node:test";
import { readEvents } from "./sse.ts";

/** A stream of one event with so many letters, a piece at a time, and a short one behind it. */
async function* aStream(length: number) {
  yield Buffer.from("event: long\r");
  yield Buffer.from("\ndata: ");
  for (let at = 0; at < length; at += 10_000) yield Buffer.from("x".repeat(Math.min(10_000, length - at)));
  yield Buffer.from("\r\n\r\ndata: last");
}

async function read(length: number): Promise<[event: string, length: number][]> {
  const events: [string, number][] = [];
  for await (const { event, data } of readEvents(aStream(length))) events.push([event, data.length]);
  return events;
}

test("an event comes in pieces, and the last one needs no end", async () => {
  assert.deepEqual(await read(200_000), [
    ["long", 200_000],
    ["", 4],
  ]);
});

test("a line that does not end is no answer", async () => {
  await assert.rejects(read(300_000), { reason: "too_large" });
});
