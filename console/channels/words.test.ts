import assert from "node:assert/strict";
import { test } from "node:test";
import { channels } from "@banter/server/channels/index.ts";
import { entrySchemaOf, settingsSchemaOf } from "@banter/server/domain/connect/channel-settings.ts";
import { anySettings } from "@banter/server/test/platforms/any-settings.ts";
import { fieldsOf } from "../pages/channel-schema.ts";
import { en, vi } from "./words.ts";

test("every setting of every channel has its words, and no word is left over", () => {
  for (const channel of Object.values(channels)) {
    const names = fieldsOf(settingsSchemaOf(channel)).map(({ name }) => name);

    assert.deepEqual(Object.keys(en[channel.type]?.setting ?? {}).toSorted(), names.toSorted(), channel.type);
    if (channel.account) assert.ok(en[channel.type]?.entry, channel.type);
    const entered = fieldsOf(entrySchemaOf(channel)).map(({ name }) => name);
    const left = Object.keys(en[channel.type]?.settingFault ?? {}).filter((name) => !entered.includes(name));
    assert.deepEqual(left, [], channel.type);
  }
});

test("a bot asks and offers in its own language", () => {
  for (const channel of Object.values(channels)) {
    const standards = fieldsOf(settingsSchemaOf(channel)).flatMap(({ name, kind, standard, isAdvanced }) =>
      kind === "text" && standard !== undefined && !isAdvanced ? [[name, standard]] : [],
    );
    const said = vi[channel.type]?.said ?? {};

    assert.deepEqual(en[channel.type]?.said ?? {}, Object.fromEntries(standards), channel.type);
    assert.deepEqual(Object.keys(said), Object.keys(en[channel.type]?.said ?? {}), channel.type);
    assert.partialDeepStrictEqual(channel.settings.parse({ ...anySettings, ...said }), said);
  }
});
