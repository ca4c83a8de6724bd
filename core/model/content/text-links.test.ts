import assert from "node:assert/strict";
import { test } from "node:test";
import { findLinks, linkedPieces, phoneAddress, webAddress } from "./text-links.ts";

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
  "mail lan@aodai.vn, please": ["mail ", ["lan@aodai.vn"], ", please"],
  "(Lan.Nguyen+shop@mail.aodai.com.vn).": ["(", ["Lan.Nguyen+shop@mail.aodai.com.vn"], ")."],
  "a@b and @lan and lan@ and x@@y.vn": ["a@b and @lan and lan@ and x@@y.vn"],
  "https://a.example/lan@aodai.vn": [["https://a.example/lan@aodai.vn"]],
  "call 0901234567 now": ["call ", ["0901234567"], " now"],
  "090 123 4567.": [["090 123 4567"], "."],
  "0901.234.567, +84 90 123 45 67": [["0901.234.567"], ", ", ["+84 90 123 45 67"]],
  "hotline 1900 1234 or 028-3822-1234": ["hotline ", ["1900 1234"], " or ", ["028-3822-1234"]],
  "1.250.000 đ, 12345678, 01.02.2026, 2026-11-16": ["1.250.000 đ, 12345678, 01.02.2026, 2026-11-16"],
  "01.02.2026 10:00, 08:00 - 17:00, 0123, 1/0901234567": ["01.02.2026 10:00, 08:00 - 17:00, 0123, 1/0901234567"],
  "order A0901234567, #0901234567, 0901234567890123": ["order A0901234567, #0901234567, 0901234567890123"],
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

test("e-mail addresses and phone numbers open what they name", () => {
  const hrefs = findLinks("a%b@c.vn?subject=x +84 (90) 123-4567").flatMap(({ href }) => href ?? []);

  assert.deepEqual(hrefs, ["mailto:a%25b@c.vn", "tel:+84901234567"]);
});

test("a marked text is split at its marks, their links and the addresses in its words", () => {
  const text = "Buy here or call 0901234567";
  const marks = [
    { type: "bold", start: 0, length: text.length },
    { type: "link", start: 4, length: 4, url: "https://a.example/" },
  ] as const;
  const bold = { isBold: true, isItalic: false };

  assert.deepEqual(linkedPieces(text, marks), [
    { text: "Buy ", ...bold },
    { text: "here", href: "https://a.example/", ...bold },
    { text: " or call ", ...bold },
    { text: "0901234567", href: "tel:0901234567", ...bold },
  ]);
  assert.deepEqual(linkedPieces("here", [{ type: "link", start: 0, length: 4, url: "javascript:alert(1)" }]), [
    { text: "here", isBold: false, isItalic: false },
  ]);
});
