import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { listen } from "../store/db/listen.ts";
import { testDatabase } from "../test/app.ts";
import { until } from "../test/until.ts";
import type { Signal } from "./hub.ts";
import { itemsIn, payloadsOf } from "./payloads.ts";
import { liveChannel, notifySignals } from "./signals.ts";

const visitors = (count: number): Signal[] =>
  Array.from({ length: count }, (_, number) => ({ pageId: "web_1000001", psid: `web_${10 ** 15 + number}` }));

test("other nodes receive the signals of all visitors of a large batch", async (t) => {
  const db = await testDatabase(t);
  const received: Signal[] = [];
  const listening = listen({
    url: db.url,
    nodeId: "other",
    handlers: { [liveChannel]: (payload) => received.push(...itemsIn<Signal>(payload, "other")) },
    onConnected: () => undefined,
    onError: assert.fail,
  });
  atEnd(t, () => listening.stop());
  await listening.ready;

  await notifySignals(db, "one", []);
  await notifySignals(db, "other", visitors(3));
  await notifySignals(db, "one", visitors(190));

  await until(() => received.length >= 190);
  assert.deepEqual(received, visitors(190));
});

test("payloads are split by bytes, in order, and are as few as possible", () => {
  const wide = visitors(500).map((signal) => ({ ...signal, psid: `${signal.psid}é😀`, typingSeconds: 20 }));

  const payloads = payloadsOf("one", wide);

  assert.deepEqual(
    payloads.flatMap((payload) => itemsIn<Signal>(payload, "other")),
    wide,
  );
  const sizes = payloads.map((payload) => Buffer.byteLength(payload));
  assert.ok(sizes.every((size) => size < 8000));
  assert.ok(sizes.slice(0, -1).every((size) => size > 7800));
});

test("a signal that fits in no payload is left out, and the others are sent", () => {
  const [first, last] = visitors(2);
  assert.ok(first && last);

  const payloads = payloadsOf("one", [first, { pageId: "web_1", psid: "x".repeat(8000) }, last]);

  assert.deepEqual(
    payloads.flatMap((payload) => itemsIn<Signal>(payload, "other")),
    [first, last],
  );
});
