import assert from "node:assert/strict";
import { test } from "node:test";
import { createEventReader } from "./event-parser.ts";

const stream =
  ':\n\nid: 7\nevent: message\ndata: {"id":7}\n\nevent: typing\r\ndata: {"seconds":3}\r\n\r\ndata: a\rdata:b\rdata:  c\r\rretry: 250\nnonsense\n\nevent: empty\n\n';
const events = [
  { event: "message", data: '{"id":7}' },
  { event: "typing", data: '{"seconds":3}' },
  { event: "message", data: "a\nb\n c" },
];

test("events are the same however the text is cut", () => {
  for (let size = 1; size <= stream.length; size++) {
    const reader = createEventReader();
    const found = [];
    for (let start = 0; start < stream.length; start += size)
      found.push(...reader.push(stream.slice(start, start + size)));

    assert.deepEqual(found, events, `cut every ${size} characters`);
    assert.equal(reader.retryMs(), 250);
  }
});

test("an event that is not finished is not told", () => {
  assert.deepEqual(createEventReader().push("data: half\n"), []);
});

test("a retry that is no number is ignored", () => {
  const reader = createEventReader();

  reader.push("retry: soon\n\nretry: -5\n\n");

  assert.equal(reader.retryMs(), undefined);
});
