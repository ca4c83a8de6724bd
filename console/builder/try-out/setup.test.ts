import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageInfo } from "../../frame/use-page.ts";
import { setupOf } from "./setup.ts";

const page = {
  id: "web_1",
  name: "Shop",
  timezone: "Asia/Ho_Chi_Minh",
  hours: null,
  channel: "webchat",
  welcome_flow_id: 1,
  default_reply_flow_id: null,
  default_reply_seconds: 0,
} as PageInfo;
const flow = (id: number, published_version: number | null) => ({
  id,
  name: `Flow ${id}`,
  folder_id: null,
  published_version,
  is_on: true,
  publish_at: null,
  has_changes: false,
  updated_at: "",
});
const keyword = {
  id: 1,
  name: "Price",
  match: "contains_word" as const,
  phrases: ["price"],
  require: "any" as const,
  excludes: [],
  typos: false,
  hours: null,
  flow_id: 1,
  is_activated: true,
};

test("a test knows published flows only, with their versions", () => {
  const { flows } = setupOf(page, { flows: [flow(1, 4), flow(2, null)], keywords: [], tags: [], fields: [] });

  assert.deepEqual([...flows], [[1, { name: "Flow 1", version: 4 }]]);
});

test("a test matches the page's keywords and knows its tags and fields", () => {
  const setup = setupOf(page, {
    flows: [flow(1, 1)],
    keywords: [keyword],
    tags: [{ id: 3, name: "vip" }],
    fields: [{ id: 4, name: "size", type: "number", label: null }],
  });

  assert.equal(setup.matcher.match("the price?", { instant: 0, zone: setup.zone })?.keyword.id, 1);
  assert.equal(setup.tags.get(3), "vip");
  assert.deepEqual(setup.fields.get(4), { name: "size", type: "number" });
  assert.equal(setup.welcomeFlowId, 1);
});
