import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@banter/core/model/error.ts";
import { telegram } from "../../channels/telegram/index.ts";
import { checkAddresses, mergeSettings, withoutSecrets } from "./channel-settings.ts";

const stored = { botToken: `42:${"A".repeat(35)}`, botName: "shop_bot", apiUrl: "https://api.telegram.org" };

test("secrets are named but not shown", () => {
  const { settings, hasSecret } = withoutSecrets(telegram, stored);

  assert.deepEqual(settings, { botName: "shop_bot", apiUrl: "https://api.telegram.org" });
  assert.deepEqual(hasSecret, ["botToken"]);
  assert.deepEqual(withoutSecrets(telegram, null), { settings: {}, hasSecret: [] });
});

test("a secret that is not given keeps its value, other fields do not", () => {
  const merged = mergeSettings(telegram, { ...stored, phoneButton: "Call me" }, { botName: "new_bot" });

  assert.deepEqual(merged, {
    botToken: stored.botToken,
    botName: "new_bot",
    phoneButton: "📞 Share my phone number",
    locationButton: "📍 Share my location",
    quickReplies: "buttons",
    keyboardStays: false,
    apiUrl: "https://api.telegram.org",
  });
});

test("settings that are not valid are refused with a pointer to each field", () => {
  assert.throws(
    () => mergeSettings(telegram, {}, { botName: "!" }),
    (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.faults.map(({ path }) => path).toSorted(), ["/settings/botName", "/settings/botToken"]);
      return true;
    },
  );
});

test("a platform's address must be its own, or on a host that the operator allows", () => {
  const on = (apiUrl: string) => ({ ...stored, apiUrl });

  checkAddresses(telegram, stored, []);
  checkAddresses(telegram, on("http://127.0.0.1:8081"), ["127.0.0.1"]);
  for (const address of ["https://api.telegram.org.evil.example", "http://api.telegram.org", "http://10.0.0.1"])
    assert.throws(() => checkAddresses(telegram, on(address), ["127.0.0.1"]), { code: "invalid_field" });
});
