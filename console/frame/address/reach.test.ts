import assert from "node:assert/strict";
import { test } from "node:test";
import { reachOf } from "./reach.ts";

test("an address tells from where it works", () => {
  for (const [url, reach] of [
    ["https://chat.example.com/chat/web_1", "everywhere"],
    ["https://203.0.113.7/", "everywhere"],
    ["https://t.me/bot?start=a", "everywhere"],
    ["http://chat.example.com/", "plain"],
    ["http://203.0.113.7:3000/", "plain"],
    ["http://127.0.0.1:3000/chat/web_1", "this_machine"],
    ["https://127.8.9.1/", "this_machine"],
    ["http://0.0.0.0:3000/", "this_machine"],
    ["http://localhost:3000/", "this_machine"],
    ["http://chat.localhost/", "this_machine"],
    ["http://[::1]:3000/", "this_machine"],
    ["http://192.168.1.20:3000/", "own_network"],
    ["https://10.0.0.5/", "own_network"],
    ["https://172.16.0.1/", "own_network"],
    ["https://172.32.0.1/", "everywhere"],
    ["http://[fd00::1]/", "own_network"],
    ["http://[2001:db8::1]/", "plain"],
    ["http://shop.local/", "own_network"],
    ["http://server:3000/", "own_network"],
    ["no address", "everywhere"],
  ] as const)
    assert.equal(reachOf(url), reach, url);
});
