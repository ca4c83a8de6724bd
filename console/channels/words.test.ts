import assert from "node:assert/strict";
import { test } from "node:test";
import { channels } from "@banter/server/channels/index.ts";
import { settingsSchemaOf } from "@banter/server/domain/connect/channel-settings.ts";
import { fieldsOf } from "../pages/channel-schema.ts";
import { en } from "./words.ts";

test("every setting of every channel has its words, and no word is left over", () => {
  for (const channel of Object.values(channels)) {
    const names = fieldsOf(settingsSchemaOf(channel)).map(({ name }) => name);

    assert.deepEqual(Object.keys(en[channel.type]?.setting ?? {}).toSorted(), names.toSorted(), channel.type);
  }
});
