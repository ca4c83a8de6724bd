import assert from "node:assert/strict";
import { test } from "node:test";
import { channelTypes, PageId } from "./index.ts";
import { channelLimits, lengthIn } from "./limits.ts";

test("a page's id is digits behind its channel's prefix", () => {
  for (const { pagePrefix } of Object.values(channelTypes))
    assert.equal(PageId.parse(`${pagePrefix}123`), `${pagePrefix}123`);
  for (const id of ["", "web_", "fax_1", "web_1a", "Web_1", " 1", "1\n", "1".repeat(33), 1]) {
    assert.equal(PageId.safeParse(id).success, false, String(id));
  }
});

test("every channel has its limits", () => {
  assert.deepEqual(Object.keys(channelLimits).sort(), Object.keys(channelTypes).sort());
});

test("lengths are counted in the channel's unit", () => {
  assert.equal(lengthIn("characters", "đ😀"), 2);
  assert.equal(lengthIn("bytes", "đ😀"), 6);
});
