import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { testFolder } from "../test/app.ts";
import { readTar } from "./tar-read.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar-write.ts";

const files: [string, Buffer][] = [
  ["manifest.json", Buffer.from("{}")],
  ["tables/pages/000001.copy", Buffer.alloc(70_000, "row\n")],
  ["empty", Buffer.alloc(0)],
  ["whole-block", Buffer.alloc(1024, "x")],
];
const archive = Buffer.concat([
  ...files.flatMap(([name, content]) => [
    tarHeader({ name, size: content.length, at: new Date("2026-11-16") }),
    content,
    tarPadding(content.length),
  ]),
  tarEnd(),
]);

/** The same bytes in pieces of this size. */
function inPieces(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
  );
}

test("an archive reads the same in pieces of any size", async () => {
  for (const size of [1000, 511, 512, 65_536, archive.length]) {
    const read: [string, Buffer][] = [];
    for await (const { name, body } of readTar(inPieces(archive, size)))
      read.push([name, Buffer.concat(await Array.fromAsync(body))]);
    assert.deepEqual(read, files);
  }
});

test("a body that is not read is skipped", async () => {
  const names: string[] = [];
  for await (const { name } of readTar(inPieces(archive, 1000))) names.push(name);

  assert.deepEqual(
    names,
    files.map(([name]) => name),
  );
});

test("the system's tar reads it, and a header with a wrong byte is refused", async (t) => {
  const folder = testFolder(t);
  const path = join(folder, "a.tar");
  writeFileSync(path, archive);

  execFileSync("tar", ["-xf", path, "-C", folder]);
  const damaged = Buffer.from(archive);
  damaged.writeUInt8(7, 3);

  for (const [name, content] of files) assert.deepEqual(readFileSync(join(folder, name)), content);
  await assert.rejects(Array.fromAsync(readTar(inPieces(damaged, 512))), /damaged/);
});
