import assert from "node:assert/strict";
import { test } from "node:test";
import { testApp } from "../../../test/app.ts";

const headerOf = async (url: string) => (await fetch(url)).headers.get("strict-transport-security");

test("a server whose public address is https tells browsers to use nothing else", async (t) => {
  const { baseUrl } = await testApp(t, { baseUrl: "https://chat.example" });

  for (const path of ["/", "/docs", "/chat/web_1", "/nothing", "/healthz", "/api/v1/nothing"])
    assert.equal(await headerOf(baseUrl + path), "max-age=31536000", path);
});

test("a server on plain http does not", async (t) => {
  const { baseUrl } = await testApp(t, { baseUrl: "http://chat.example" });

  assert.equal(await headerOf(baseUrl), null);
});
