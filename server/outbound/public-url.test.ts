import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicUrl } from "./public-url.ts";

test("an address is public if platforms on the internet could fetch from it", () => {
  for (const url of [
    "https://bot.example/media",
    "https://files.bot.example:8443",
    "https://203.0.114.7",
    "https://[2606:4700::1]",
  ])
    assert.equal(isPublicUrl(url), true, url);
  for (const url of [
    "http://bot.example",
    "https://localhost:3000",
    "https://app.localhost",
    "https://banter",
    "https://banter.internal.",
    "https://10.0.0.7",
    "https://192.168.1.5:3000",
    "https://127.0.0.1",
    "https://[::1]",
    "https://[fd00::7]",
    "no address",
  ])
    assert.equal(isPublicUrl(url), false, url);
});
