import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { askNameServers, askSystem } from "./host-lookup.ts";

test("IPv4 and IPv6 addresses of a name are found", async (t) => {
  const server = await aNameServer(t, { A: [[93, 184, 216, 34]], AAAA: [[0x26, 6, 0x47, ...Array(12).fill(0), 1]] });

  const addresses = await askNameServers("shop.example", new AbortController().signal, [server]);

  assert.deepEqual(addresses, ["93.184.216.34", "2606:4700::1"]);
});

test("one family is enough, and a name without addresses has none", async (t) => {
  const { signal } = new AbortController();

  const one = await askNameServers("four.example", signal, [await aNameServer(t, { A: [[10, 0, 0, 1]], AAAA: [] })]);
  const none = await askNameServers("none.example", signal, [await aNameServer(t, { A: [], AAAA: [] })]);

  assert.deepEqual(one, ["10.0.0.1"]);
  assert.deepEqual(none, []);
});

test("a look-up at a stalling name server ends with its caller", async (t) => {
  const asked = Promise.withResolvers<void>();
  const server = await aNameServer(t, () => asked.resolve());
  const waiting = new AbortController();

  const found = askNameServers("slow.example", waiting.signal, [server]);
  await asked.promise;
  waiting.abort();

  assert.deepEqual(await found, []);
  await assert.rejects(askNameServers("late.example", waiting.signal, [server]));
});

test("the system knows the machine's own names", async () => {
  assert.ok((await askSystem("localhost")).some((address) => address === "127.0.0.1" || address === "::1"));
});

type Records = { A: number[][]; AAAA: number[][] };

/** A name server on loopback with the same records for every name, or one that never answers. */
async function aNameServer(t: Test, records: Records | (() => void)): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    if (typeof records === "function") return records();
    // After the header come labels up to an empty one, the type and the class. The rest is ignored.
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const found = type === 1 ? records.A : records.AAAA;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt32BE(found.length << 16, 4 + 2);
    header.writeUInt16BE(0, 10);
    // The name is a pointer to the question's name; time to live: one minute.
    const answers = found.map((bytes) => Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  atEnd(t, () => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}
