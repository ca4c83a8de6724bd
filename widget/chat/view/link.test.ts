import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName, findLinks, phoneAddress, webAddress } from "./link.ts";

const texts: Record<string, (string | [string])[]> = {
  "no link here": ["no link here"],
  "": [],
  "https://a.example": [["https://a.example"]],
  "see https://a.example/b?c=d&e=%20#f.": ["see ", ["https://a.example/b?c=d&e=%20#f"], "."],
  "(https://a.example/b)": ["(", ["https://a.example/b"], ")"],
  "https://a.example/b_(c)": [["https://a.example/b_(c)"]],
  "HTTP://A.EXAMPLE, then https://b.example!": [["HTTP://A.EXAMPLE"], ", then ", ["https://b.example"], "!"],
  "line\nhttps://a.example\nline": ["line\n", ["https://a.example"], "\nline"],
  "javascript:alert(1) data:text/html,x": ["javascript:alert(1) data:text/html,x"],
  'https://a.example"onmouseover="x': [["https://a.example"], '"onmouseover="x'],
  "https://a.example<script>": [["https://a.example"], "<script>"],
  "https:// and http://": ["https:// and http://"],
  "xhttps://a.example": ["xhttps://a.example"],
  "https://vi.example/tiếng-việt nhé": [["https://vi.example/tiếng-việt"], " nhé"],
};

for (const [text, expected] of Object.entries(texts))
  test(`links in ${JSON.stringify(text)}`, () => {
    const found = findLinks(text).map(({ text, href }) => (href ? [text] : text));

    assert.deepEqual(found, expected);
  });

test("only web addresses are addresses", () => {
  const bad = ["javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd"];
  for (const url of [...bad, "//a.example", "/a", "", "blob:https://a.example/x", "mailto:a@b.example", undefined])
    assert.equal(webAddress(url), undefined, String(url));

  assert.equal(webAddress("https://a.example/x?y"), "https://a.example/x?y");
});

test("only what can be dialled is a phone address", () => {
  assert.equal(phoneAddress("+84 (28) 1234-567"), "tel:+84281234567");
  assert.equal(phoneAddress("*101#"), "tel:*101%23");
  for (const phone of ["", "12", "javascript:1", "+84;ext=1", "１２３４", "<b>123"])
    assert.equal(phoneAddress(phone), undefined, phone);
});

test("a file is named by the end of its address", () => {
  assert.equal(fileName("https://a.example/b/Th%E1%BB%B1c%20%C4%91%C6%A1n.pdf?x=1"), "Thực đơn.pdf");
  assert.equal(fileName("https://a.example/%E0%A4%A"), "%E0%A4%A");
  assert.equal(fileName("https://a.example/"), "");
});
