import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicHost, LinkUrl, MediaUrl, RequestUrl } from "./url.ts";

const good = [
  "https://example.com",
  "https://example.com:8443/a/b?c=d#e",
  "https://cửa-hàng.example/",
  "https://example.com./",
  "https://a_b.example.com/",
  "https://1.1.1.1/",
  "https://[2606:4700::1111]/",
  "https://example.com/{{psid}}?who={{user_first_name}}",
  "HTTPS://EXAMPLE.COM/",
];

const bad: [string, string][] = [
  ["", "must be a full URL"],
  ["example.com", "must be a full URL"],
  ["//example.com", "must be a full URL"],
  ["https:example.com", "must be a full URL"],
  ["javascript:alert(1)", "must be a full URL"],
  ["data:text/html,x", "must be a full URL"],
  ["javascript://example.com/%0aalert(1)", "must start with https:// or http://"],
  ["ftp://example.com/", "must start with https:// or http://"],
  ["file:///etc/passwd", "must start with https:// or http://"],
  ["https://me@example.com/", "must not hold credentials"],
  ["https://me:secret@example.com/", "must not hold credentials"],
  ["https://exam ple.com/", "must not hold spaces, backslashes or control characters"],
  ["https://example.com/\n", "must not hold spaces, backslashes or control characters"],
  ["https://example.com/\ud800", "must not hold spaces, backslashes or control characters"],
  ["https://example.com\\@other.example/", "must not hold spaces, backslashes or control characters"],
  ["https://{{host}}/", "must name a plain host"],
  ["https://{{host}}.example.com/", "must name a plain host"],
  ["https://example.com{{x}}/", "must name a plain host"],
  ["https://example.com:{{port}}/", "must be a full URL"],
  ["https://a..example.com/", "must name a plain host"],
];

const inside = [
  "localhost",
  "localhost.",
  "db",
  "printer.local",
  "vault.internal",
  "nas.lan",
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "017700000001",
  "2130706433",
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "192.0.2.1",
  "198.18.0.1",
  "203.0.113.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:8.8.8.8]",
  "[64:ff9b::7f00:1]",
  "[fe80::1]",
  "[fc00::1]",
  "[2001:db8::1]",
  "[2001::1]",
  "[2002:7f00:1::]",
  "[3fff::1]",
];

const faultOf = (schema: typeof LinkUrl, url: string) => schema.safeParse(url).error?.issues[0]?.message;

test("links lead to public hosts by http and https", () => {
  for (const url of [...good, "http://example.com/"]) assert.equal(faultOf(LinkUrl, url), undefined, url);
});

for (const [url, fault] of bad)
  test(`${JSON.stringify(url)} ${fault}`, () => assert.equal(faultOf(LinkUrl, url), fault));

test("no form of a private address is a public host", () => {
  for (const host of inside) {
    assert.equal(faultOf(LinkUrl, `http://${host}/`), "must name a public host", host);
    assert.equal(isPublicHost(URL.parse(`http://${host}/`)?.hostname ?? ""), false, host);
  }
});

test("media must be at https addresses", () => {
  for (const url of good) assert.equal(faultOf(MediaUrl, url), undefined, url);
  assert.equal(faultOf(MediaUrl, "http://example.com/a.png"), "must start with https://");
});

test("media may be a stored file without a host, in exactly its own form", () => {
  const path = "/media/web_1000001/1042/Ab3_-Ab3_-Ab3_-Ab3_-xy/b%C3%A1nh.png";
  const wrong = [
    "/media/x",
    `/${path}`,
    `${path}/y`,
    `${path}?x=1`,
    path.replace("1042", "{{id}}"),
    `//evil.example${path}`,
  ];

  assert.equal(faultOf(MediaUrl, path), undefined);
  assert.equal(faultOf(LinkUrl, path), "must be a full URL");
  for (const url of [...wrong, path.replace("b%C3%A1nh.png", "{{name}}"), path.replace("/media", "/media/..")])
    assert.notEqual(faultOf(MediaUrl, url), undefined, url);
});

test("requests may name any host, but no template in its place", () => {
  for (const host of inside) assert.equal(faultOf(RequestUrl, `http://${host}/`), undefined, host);
  for (const [url, fault] of bad) assert.equal(faultOf(RequestUrl, url), fault, url);
});

test("a link of more than 2000 characters is too long", () => {
  assert.equal(LinkUrl.safeParse(`https://example.com/${"a".repeat(2000)}`).success, false);
});
