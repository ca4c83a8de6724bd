import assert from "node:assert/strict";
import { test } from "node:test";
import { createEventParser } from "./event-parser.ts";

const stream = [
  ':\n\nid: 7\nevent: conversation\ndata: {"id":7}\n\n',
  'event: presence\r\ndata: {"seconds":3}\r\n\r\n',
  "data: a\rdata:b\rdata:  c\r\r",
  "retry: 250\nnonsense\n\nid: 9\n\n",
].join("");

test("a stream gives the same events in pieces of any size", () => {
  for (let size = 1; size <= stream.length; size++) {
    const parse = createEventParser();
    const found = [];
    for (let start = 0; start < stream.length; start += size) found.push(...parse(stream.slice(start, start + size)));

    assert.deepEqual(
      found,
      [
        { id: "7", data: '{"id":7}' },
        { id: undefined, data: '{"seconds":3}' },
        { id: undefined, data: "a\nb\n c" },
      ],
      `cut every ${size} characters`,
    );
  }
});

test("an unfinished event is not returned", () => {
  assert.deepEqual(createEventParser()("data: half\n"), []);
});
