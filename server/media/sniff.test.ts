import assert from "node:assert/strict";
import { test } from "node:test";
import { aDrawing, aPage, aPdf, aPng, aVideo } from "../test/sample-files.ts";
import { sniff } from "./sniff.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));

const cases: [name: string, head: Buffer, expected: string | undefined][] = [
  ["JPEG", bytes([0xff, 0xd8, 0xff, 0xe0], "..JFIF"), "image/jpeg"],
  ["PNG", aPng(), "image/png"],
  ["GIF", bytes("GIF89a....."), "image/gif"],
  ["WebP", bytes("RIFF....WEBPVP8 "), "image/webp"],
  ["WAV", bytes("RIFF....WAVEfmt "), "audio/wav"],
  ["MP4", aVideo(), "video/mp4"],
  ["M4A", bytes([0, 0, 0, 28], "ftypM4A ...."), "audio/mp4"],
  ["QuickTime", bytes([0, 0, 0, 20], "ftypqt  ...."), "video/quicktime"],
  ["3GPP", bytes([0, 0, 0, 20], "ftyp3gp4...."), "video/3gpp"],
  ["HEIC is not taken", bytes([0, 0, 0, 24], "ftypheic...."), undefined],
  ["WebM", bytes([0x1a, 0x45, 0xdf, 0xa3], "....B\x82webm"), "video/webm"],
  ["Matroska is not taken", bytes([0x1a, 0x45, 0xdf, 0xa3], "....B\x82matroska"), undefined],
  ["Ogg", bytes("OggS...."), "audio/ogg"],
  ["AMR", bytes("#!AMR\n"), "audio/amr"],
  ["MP3 with tags", bytes("ID3", [4, 0]), "audio/mpeg"],
  ["MP3", bytes([0xff, 0xfb, 0x90, 0x00]), "audio/mpeg"],
  ["AAC", bytes([0xff, 0xf1, 0x50, 0x80]), "audio/aac"],
  ["PDF", aPdf, "application/pdf"],
  ["ZIP", bytes("PK\x03\x04......readme.txt"), "application/zip"],
  [
    "Word",
    bytes("PK\x03\x04......[Content_Types].xml....word/document.xml"),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  [
    "Excel",
    bytes("PK\x03\x04......[Content_Types].xml....xl/workbook.xml"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
  ["old Office", bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), "application/x-ole"],
  ["text", Buffer.from("Đơn hàng số 5\n"), "text/plain"],
  ["text that is cut within a letter", Buffer.from("Đơn hàng").subarray(0, -2), "text/plain"],
  ["HTML", aPage, "markup"],
  ["HTML after spaces", Buffer.from("\n  <!-- x --><p onclick=alert(1)>"), "markup"],
  ["HTML within text", Buffer.from("hello <script>alert(1)</script>"), "markup"],
  ["SVG", aDrawing, "markup"],
  ["SVG with a declaration", Buffer.from('\ufeff<?xml version="1.0"?><svg/>'), "markup"],
  ["a program", bytes("MZ", [0x90, 0, 3, 0]), undefined],
  ["noise", bytes([0, 1, 2, 3, 250]), undefined],
  ["nothing", Buffer.alloc(0), "text/plain"],
];

for (const [name, head, expected] of cases)
  test(`the content tells ${name}`, () => assert.equal(sniff(head), expected));
