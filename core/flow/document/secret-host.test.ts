import assert from "node:assert/strict";
import { test } from "node:test";
import { isForHost, plainHost, SecretHost } from "./secret-host.ts";

test("a host is kept as URLs spell it", () => {
  const plain = {
    "API.Example.com.": "api.example.com",
    "*.Example.com": "*.example.com",
    "api.example.com:8443": "api.example.com:8443",
    "api.example.com:443": "api.example.com:443",
    "0x7f.1": "127.0.0.1",
    "[::1]:80": "[::1]:80",
    n8n: "n8n",
  };

  for (const [host, expected] of Object.entries(plain)) assert.equal(plainHost(host), expected, host);
  assert.match(plainHost("cửa-hàng.example") ?? "", /^xn--[a-z0-9-]+\.example$/);
});

test("an address, a whole top-level domain and anything else that is no host is refused", () => {
  for (const host of [
    "",
    "https://api.example.com",
    "a.example/b",
    "a@b.example",
    "*",
    "*.com",
    "*.10.0.0.1",
    "a.*.b.c",
  ])
    assert.equal(SecretHost.safeParse(host).success, false, host);
  for (const host of ["a b", "a\\b", "a?b", ":80", "a:b", "a:123456", "a..b", "{{host}}", "::1"])
    assert.equal(SecretHost.safeParse(host).success, false, host);
});

for (const [host, address, expected] of [
  ["api.example.com", "https://api.example.com/a?b", true],
  ["api.example.com", "https://API.example.com./", true],
  ["api.example.com", "http://api.example.com:8080/", true],
  ["api.example.com", "https://example.com/", false],
  ["api.example.com", "https://api.example.com.evil.example/", false],
  ["api.example.com", "https://evil.example/api.example.com", false],
  ["*.example.com", "https://a.b.example.com/", true],
  ["*.example.com", "https://example.com/", false],
  ["*.example.com", "https://evilexample.com/", false],
  ["api.example.com:443", "https://api.example.com/", true],
  ["api.example.com:443", "http://api.example.com/", false],
  ["[::1]:80", "http://[::1]/", true],
] as const) {
  test(`a secret for ${host} is ${expected ? "" : "not "}for ${address}`, () => {
    assert.equal(isForHost([host], new URL(address)), expected);
    assert.equal(isForHost(["other.example", host], new URL(address)), expected);
  });
}
