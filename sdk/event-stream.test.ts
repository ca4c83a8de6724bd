import assert from "node:assert/strict";
import { test } from "node:test";
import { createEventParser } from "./event-stream.ts";

const stream = [
  ':\n\nid: 7\nevent: message\ndata: {"id":7}\n\n',
  'event: typing\r\ndata: {"seconds":3}\r\n\r\n',
  "data: a\rdata:b\rdata:  c\r\r",
  "retry: 250\nnonsense\n\nevent: empty\nid: 9\n\n",
].join("");
const events = [
  { event: "message", id: "7", data: '{"id":7}' },
  { event: "typing", id: undefined, data: '{"seconds":3}' },
  { event: "message", id: undefined, data: "a\nb\n c" },
];

test("a stream gives the same events in pieces of any size", () => {
  for (let size = 1; size <= stream.length; size++) {
    const parser = createEventParser();
    const found = [];
    for (let start = 0; start < stream.length; start += size)
      found.push(...parser.push(stream.slice(start, start + size)));

    assert.deepEqual(found, events, `cut every ${size} characters`);
    assert.equal(parser.retryMs(), 250);
  }
});

test("an unfinished event is not returned", () => {
  assert.deepEqual(createEventParser().push("data: half\n"), []);
});

test("a retry time that is not a number is ignored", () => {
  const parser = createEventParser();

  parser.push("retry: soon\n\nretry: -5\n\n");

  assert.equal(parser.retryMs(), undefined);
});
