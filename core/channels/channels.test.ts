import assert from "node:assert/strict";
import { test } from "node:test";
import { channelFacts, PageId } from "./index.ts";
import { lengthIn } from "./limits.ts";

test("a page's id is digits behind its channel's prefix", () => {
  for (const { pagePrefix } of Object.values(channelFacts))
    assert.equal(PageId.parse(`${pagePrefix}123`), `${pagePrefix}123`);
  for (const id of ["", "web_", "fax_1", "web_1a", "Web_1", " 1", "1\n", "1".repeat(33), 1]) {
    assert.equal(PageId.safeParse(id).success, false, String(id));
  }
});

test("lengths are counted in the channel's unit", () => {
  assert.equal(lengthIn("characters", "đ😀"), 2);
  assert.equal(lengthIn("bytes", "đ😀"), 6);
});
