import assert from "node:assert/strict";
import { test } from "node:test";
import { aPng } from "../test/sample-files.ts";
import { pictureSizeOf } from "./picture-size.ts";

const jpeg = (...segments: number[][]) => Buffer.from([0xff, 0xd8, ...segments.flat()]);
const metadata = [0xff, 0xe1, 0, 6, 1, 2, 3, 4];
const frame = [0xff, 0xc2, 0, 11, 8, 0x02, 0x58, 0x03, 0x20, 1, 1, 0x11, 0];
const webp = (form: string, ...rest: number[]) =>
  Buffer.concat([Buffer.from(`RIFF....WEBP${form}....`, "latin1"), Buffer.from(rest), Buffer.alloc(8)]);

test("the size of a picture is read from its head", () => {
  assert.deepEqual(pictureSizeOf(aPng({ width: 30, height: 20 }), "image/png"), { width: 30, height: 20 });
  assert.deepEqual(pictureSizeOf(Buffer.from("GIF89a\x20\x03\x58\x02", "latin1"), "image/gif"), {
    width: 800,
    height: 600,
  });
  assert.deepEqual(pictureSizeOf(jpeg(metadata, metadata, [0xff], frame), "image/jpeg"), { width: 800, height: 600 });
  const extended = webp("VP8X", 0, 0, 0, 0, 0x1f, 0x03, 0, 0x57, 0x02, 0);
  assert.deepEqual(pictureSizeOf(extended, "image/webp"), { width: 800, height: 600 });
  const lossy = webp("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x03, 0x58, 0x02);
  assert.deepEqual(pictureSizeOf(lossy, "image/webp"), { width: 800, height: 600 });
  const lossless = webp("VP8L", 0x2f, 0x1f, 0xc3, 0x95, 0x00);
  assert.deepEqual(pictureSizeOf(lossless, "image/webp"), { width: 800, height: 600 });
});

test("a picture that ends within its head, or is damaged, has no size", () => {
  for (const bytes of [
    jpeg(metadata),
    jpeg([1, 2, 3]),
    jpeg([0xff, 0xd9]),
    jpeg([0xff, 0xe1, 255, 255]),
    Buffer.alloc(3),
  ])
    assert.equal(pictureSizeOf(bytes, "image/jpeg"), undefined);
  assert.equal(pictureSizeOf(aPng().subarray(0, 18), "image/png"), undefined);
  assert.equal(pictureSizeOf(webp("VP9 "), "image/webp"), undefined);
});
