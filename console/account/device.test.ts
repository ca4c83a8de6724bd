import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceOf } from "./device.ts";

test("browser and system are read from the user agent", () => {
  const agents = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537.36 Edg/120.0": ["Edge", "Windows"],
    "Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0": ["Firefox", "Linux"],
    "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36": ["Chrome", "Android"],
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1": ["Safari", "iPhone"],
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/120.0 Safari/537.36 OPR/106.0": ["Opera", "Mac"],
  };

  for (const [agent, [browser, system]] of Object.entries(agents))
    assert.deepEqual(deviceOf(agent), { browser, system });
});

test("an unknown user agent has neither", () => {
  assert.deepEqual(deviceOf("curl/8.5"), { browser: undefined, system: undefined });
});
