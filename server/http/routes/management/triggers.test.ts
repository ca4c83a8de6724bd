import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import { FileTool } from "@banter/core/page-file/schema.ts";
import { applyPageFile } from "../../../domain/page-file/apply.ts";
import { readPageFile } from "../../../domain/page-file/read.ts";
import { sql } from "../../../store/db/sql.ts";
import { testApp } from "../../../test/app.ts";
import { aFlow, aKeyword, aPageFile } from "../../../test/builders.ts";
import { aMember, aPageOf, signedIn } from "../../../test/people.ts";

const { baseUrl, deps } = await testApp({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

type FlowSteps = Record<string, JsonObject>;
const aFlowOf = (name: string, steps: FlowSteps, published = true) => ({
  name,
  published,
  document: { version: 1, start: Object.keys(steps)[0] ?? null, steps } as never,
});
const text = (words: string, more: JsonObject = {}) => ({
  type: "message",
  content: { messages: [{ type: "text", text: words }], ...more },
});

/** A page with everything that can start "Prices", and some things that cannot. */
async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const file = aPageFile({
    page: { name: "Shop", timezone: "UTC", welcome: "Prices", default_reply: "Prices" },
    tags: ["vip", "old"],
    fields: [
      { name: "size", type: "text" },
      { name: "shoe", type: "text" },
    ],
    folders: ["Sales"],
    flows: [
      aFlow("Prices"),
      aFlow("Alone"),
      aFlowOf("Button", {
        hi: text("Hi", { quick_replies: [{ type: "flow", caption: "Prices", flow: "Prices" }] }),
      }),
      aFlowOf("Draft", { go: { type: "goto", flow: "Prices" } }, false),
      aFlowOf("Sales/Tagger", {
        tag: { type: "action", actions: [{ action: "add_tag", tag: "vip" }] },
        set: { type: "action", actions: [{ action: "set_custom_field", field: "size", action_value: "M" }] },
        say: text("Your size is {{size}}"),
      }),
      aFlowOf("Sales/Inside", { go: { type: "goto", flow: "Sales/Tagger" } }),
    ],
    keywords: [aKeyword("price", "Prices"), { ...aKeyword("cost", "Prices"), is_activated: false }],
    ice_breakers: [{ title: "How much?", flow: "Prices" }],
    main_menu: [{ title: "Prices", flow: "Prices" }],
    tools: [
      { type: "qr_code", name: "Door", ref: "door", flow: "Prices", is_published: false },
      FileTool.parse({ type: "location", name: "Nearby", flow: "Prices", is_published: true }),
    ],
  });
  await applyPageFile(deps, page_id, file, { prune: true });
  const params = { page_id };
  const { flows, folders } = await api("GET /pages/:page_id/tree", { params });
  return {
    page_id,
    params,
    flowNamed: (name: string) => ({ page_id, flow_id: flows.find((flow) => flow.name === name)?.id ?? 0 }),
    folder_id: folders[0]?.id ?? 0,
  };
}

test("the overview lists what starts each flow, and how often each was started in the last 30 days", async () => {
  const { page_id, params, flowNamed } = await aShop();
  const { flow_id } = flowNamed("Prices");
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await deps.db.count(sql`
    insert into statistics_days (page_id, what, day, key, count)
    select ${page_id}, what, day::date, ${String(flow_id)}, count
      from (values ('flow_start', ${day(1)}, 4), ('flow_start', ${day(20)}, 3), ('flow_finish', ${day(1)}, 2),
                   ('flow_start', ${day(40)}, 90), ('keyword', ${day(1)}, 50)) as row (what, day, count)`);

  const { uses, numbers } = await api("GET /pages/:page_id/flow_overview", { params });

  assert.deepEqual(numbers, [{ flow_id, starts: 7, finishes: 2 }]);
  assert.deepEqual(new Set(uses.map((use) => use.flow_id)), new Set([flow_id]));
  assert.deepEqual(
    uses.map(({ type, name }) => [type, name]),
    [
      ["welcome", ""],
      ["default_reply", ""],
      ["keyword", "Says price"],
      ["keyword", "Says cost"],
      ["ice_breaker", "How much?"],
      ["menu_item", "Prices"],
      ["tool", "Door"],
      ["tool", "Nearby"],
    ],
  );
});

test("everything that starts a flow is listed, and whether it does so now", async () => {
  const { flowNamed } = await aShop();

  const { uses } = await api("GET /pages/:page_id/flows/:flow_id/uses", { params: flowNamed("Prices") });
  const alone = await api("GET /pages/:page_id/flows/:flow_id/uses", { params: flowNamed("Alone") });

  assert.deepEqual(
    uses.map(({ type, name, is_active }) => [type, name, is_active]),
    [
      ["welcome", "", true],
      ["default_reply", "", true],
      ["keyword", "Says price", true],
      ["keyword", "Says cost", false],
      ["ice_breaker", "How much?", true],
      ["menu_item", "Prices", true],
      ["tool", "Door", false],
      ["tool", "Nearby", true],
      ["flow", "Button", true],
      ["flow", "Draft", false],
    ],
  );
  assert.deepEqual(
    uses.flatMap(({ tool_type }) => tool_type ?? []),
    ["qr_code", "location"],
  );
  assert.deepEqual(alone.uses, []);
});

test("a flow that is off starts no other, and a flow in the trash keeps its uses", async () => {
  const { flowNamed } = await aShop();
  const prices = flowNamed("Prices");
  const usesByFlows = async () => {
    const { uses } = await api("GET /pages/:page_id/flows/:flow_id/uses", { params: prices });
    return uses.filter(({ type }) => type === "flow").map(({ name, is_active }) => [name, is_active]);
  };

  await api("PUT /pages/:page_id/flows/:flow_id/switch", { params: flowNamed("Button"), body: { is_on: false } });
  await api("DELETE /pages/:page_id/flows/:flow_id", { params: prices });

  assert.deepEqual(await usesByFlows(), [
    ["Button", false],
    ["Draft", false],
  ]);
});

test("uses of a folder or of several flows come from outside only", async () => {
  const { params, folder_id, flowNamed } = await aShop();
  const [tagger, inside] = [flowNamed("Tagger").flow_id, flowNamed("Inside").flow_id];
  const usesOf = async (flow_ids: string) =>
    (await api("GET /pages/:page_id/flow_uses", { params, query: { flow_ids } })).uses.map(({ name }) => name);

  const folder = await api("GET /pages/:page_id/folders/:folder_id/uses", { params: { ...params, folder_id } });

  assert.deepEqual(folder.uses, []);
  assert.deepEqual(await usesOf(`${tagger},${inside}`), []);
  assert.deepEqual(await usesOf(`${tagger},999999999`), ["Inside"]);
  await assert.rejects(usesOf("1,x"), { code: "invalid_field" });
});

test("the flows and customers of a tag and of a field are told", async () => {
  const { page_id, params } = await aShop();
  const { tags } = await api("GET /pages/:page_id/tags", { params });
  const { fields } = await api("GET /pages/:page_id/fields", { params });
  const ofTag = (name: string) =>
    api("GET /pages/:page_id/tags/:tag_id/uses", {
      params: { page_id, tag_id: tags.find((tag) => tag.name === name)?.id ?? 0 },
    });
  const ofField = (name: string) =>
    api("GET /pages/:page_id/fields/:field_id/uses", {
      params: { page_id, field_id: fields.find((field) => field.name === name)?.id ?? 0 },
    });
  await deps.db.count(sql`
    insert into customers (page_id, psid, tags, fields)
    values (${page_id}, 'web_1', array[${tags[0]?.id ?? 0}::bigint], '{"size":"M"}')`);

  const [vip, old, size, shoe] = [await ofTag("vip"), await ofTag("old"), await ofField("size"), await ofField("shoe")];

  const told = ({ flows, customers }: typeof vip) => [flows.map(({ name, is_active }) => [name, is_active]), customers];
  assert.deepEqual([vip, size].map(told), Array(2).fill([[["Tagger", true]], 1]));
  assert.deepEqual([old, shoe].map(told), Array(2).fill([[], 0]));
  const prechat_form = { fields: [{ field: "shoe", is_required: true }], may_skip: true };
  await api("PATCH /pages/:page_id", { params, body: { prechat_form } });
  assert.deepEqual([shoe.in_prechat_form, (await ofField("shoe")).in_prechat_form], [false, true]);
});

test("uses of something that is not on the page are not found", async () => {
  const { params } = await aShop();
  const none = 999_999_999;

  for (const asking of [
    () => api("GET /pages/:page_id/flows/:flow_id/uses", { params: { ...params, flow_id: none } }),
    () => api("GET /pages/:page_id/folders/:folder_id/uses", { params: { ...params, folder_id: none } }),
    () => api("GET /pages/:page_id/tags/:tag_id/uses", { params: { ...params, tag_id: none } }),
    () => api("GET /pages/:page_id/fields/:field_id/uses", { params: { ...params, field_id: none } }),
  ])
    await assert.rejects(asking, { status: 404 });
});

test("a page file keeps which flows are off", async () => {
  const { page_id, params, flowNamed } = await aShop();
  await api("PUT /pages/:page_id/flows/:flow_id/switch", { params: flowNamed("Alone"), body: { is_on: false } });
  const file = await readPageFile(deps, page_id);
  const other = await aPageOf(deps, owner);

  await applyPageFile(deps, other, file, { prune: true });
  const copied = await api("GET /pages/:page_id/tree", { params: { page_id: other } });
  const on = { ...file, flows: file.flows?.map(({ is_on: _, ...flow }) => flow) };
  const changes = await applyPageFile(deps, page_id, on, { prune: true });
  const back = await api("GET /pages/:page_id/tree", { params });

  const off = ({ flows }: typeof back) => flows.filter(({ is_on }) => !is_on).map(({ name }) => name);
  assert.deepEqual([off(copied), off(back)], [["Alone"], []]);
  assert.deepEqual(changes, [{ action: "change", what: "flow", name: "Alone" }]);
  assert.deepEqual((await readPageFile(deps, other)).flows, file.flows);
});

test("publishing is scheduled only for a draft without errors that the caller has seen, and in the future", async () => {
  const { page_id, params, flowNamed } = await aShop();
  const broken = await api("POST /pages/:page_id/flows", { params, body: { name: "Broken", folder_id: null } });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const schedule = (flow_id: number, publish_at: string, revision = 1) =>
    api("PUT /pages/:page_id/flows/:flow_id/schedule", {
      params: { page_id, flow_id },
      body: { publish_at, revision },
    });
  const { flow_id } = flowNamed("Draft");

  await assert.rejects(schedule(broken.id, soon), { code: "invalid_field" });
  await assert.rejects(schedule(flow_id, soon, 7), { code: "conflict" });
  for (const at of ["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "tomorrow"])
    await assert.rejects(schedule(flow_id, at), { code: "invalid_field" });

  assert.equal((await schedule(flow_id, soon)).publish_at, soon);
  const cancelled = await api("DELETE /pages/:page_id/flows/:flow_id/schedule", { params: flowNamed("Draft") });
  assert.equal(cancelled.publish_at, null);
});

test("publishing by hand and the trash end the schedule", async () => {
  const { page_id, flowNamed } = await aShop();
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  for (const act of [
    (params: { page_id: string; flow_id: number }) =>
      api("POST /pages/:page_id/flows/:flow_id/publish", { params, body: { revision: 1 } }),
    (params: { page_id: string; flow_id: number }) => api("DELETE /pages/:page_id/flows/:flow_id", { params }),
  ]) {
    const params = flowNamed("Draft");
    await api("PUT /pages/:page_id/flows/:flow_id/schedule", { params, body: { publish_at: soon, revision: 1 } });
    await act(params);
    const left = await deps.db.count(sql`
      select from flows where page_id = ${page_id} and publish_at is not null`);
    assert.equal(left, 0);
  }
});
