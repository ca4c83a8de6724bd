import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { applyPageFile, planPageFile } from "../../../../domain/page-file/apply.ts";
import { readPageFile } from "../../../../domain/page-file/read.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";

const { baseUrl, deps } = await testNode({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const vip = await api("POST /pages/:page_id/tags", { params, body: { name: "vip" } });
  const city = await api("POST /pages/:page_id/fields", { params, body: { name: "city", type: "text" } });
  const flow = await api("POST /pages/:page_id/flows", { params, body: { name: "Offer", folder_id: null } });
  await someCustomers(deps, page_id, [
    { psid: "web_1", first_name: "Hoa" },
    { psid: "web_2", tags: [vip.id], fields: { city: "Hà Nội" } },
    { psid: "web_3", tags: [vip.id], fields: { city: "Huế" } },
    { psid: "web_4", tags: [vip.id] },
  ]);
  const inHanoi: SegmentCondition = {
    match: "all",
    rules: [
      { type: "tag", tag_id: vip.id, has: true },
      { type: "field", field: "city", operator: "equals", value: "hà nội" },
    ],
  };
  const create = (name: string, condition: SegmentCondition) =>
    api("POST /pages/:page_id/segments", { params, body: { name, condition } });
  return { page_id, params, vip: vip.id, cityId: city.id, flowId: flow.id, inHanoi, create };
}

test("a segment is saved, counted, listed, explained, changed and deleted", async () => {
  const { page_id, params, vip, inHanoi, create } = await aShop();
  const count = (condition: SegmentCondition) =>
    api("POST /pages/:page_id/segments/count", { params, body: { condition } });
  assert.deepEqual(await count(inHanoi), { count: 1, is_exact: true });

  const segment = await create("Hà Nội", inHanoi);
  const inSegment = { page_id, segment_id: segment.id };
  assert.deepEqual(await api("GET /pages/:page_id/segments/:segment_id", { params: inSegment }), segment);
  assert.deepEqual((await api("GET /pages/:page_id/segments", { params })).segments, [segment]);
  const vips: SegmentCondition = { match: "any", rules: [{ type: "tag", tag_id: vip, has: true }] };
  await api("PATCH /pages/:page_id/segments/:segment_id", { params: inSegment, body: { condition: vips } });
  const counted = await api("GET /pages/:page_id/segments/:segment_id/count", { params: inSegment });
  assert.deepEqual(counted, { count: 3, is_exact: true });

  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const page = await api("GET /pages/:page_id/segments/:segment_id/customers", { params: inSegment, query });
    listed.push(...page.customers.map(({ psid }) => psid));
    cursor = page.next ?? undefined;
  } while (cursor);
  assert.deepEqual(listed, ["web_2", "web_3", "web_4"]);

  const why = (psid: string, language: "en" | "vi" = "en") =>
    api("GET /pages/:page_id/segments/:segment_id/customers/:psid", {
      params: { ...inSegment, psid },
      query: { language },
    });
  assert.deepEqual(await why("web_2"), { is_in: true, because: ["the customer has the tag vip"] });
  assert.deepEqual(await why("web_1", "vi"), { is_in: false, because: ["khách hàng không có thẻ vip"] });
  await assert.rejects(why("web_9"), { status: 404, code: "customer_not_found" });

  const audienceOf = (psid: string) =>
    api("GET /pages/:page_id/customers/:psid/audience", { params: { page_id, psid }, query: {} });
  assert.deepEqual(await audienceOf("web_1"), { segments: [], sequences: [] });
  const because = ["the customer has the tag vip"];
  assert.deepEqual((await audienceOf("web_2")).segments, [{ id: segment.id, name: "Hà Nội", because }]);
  await assert.rejects(audienceOf("web_9"), { status: 404, code: "customer_not_found" });

  await api("DELETE /pages/:page_id/segments/:segment_id", { params: inSegment });
  await assert.rejects(api("GET /pages/:page_id/segments/:segment_id", { params: inSegment }), { status: 404 });
});

test("a condition names only what is on the page, and no variables", async () => {
  const { params, inHanoi, create } = await aShop();
  await create("One", inHanoi);
  await assert.rejects(create("One", inHanoi), { status: 409 });
  const unknown: SegmentCondition = {
    match: "all",
    rules: [
      { type: "tag", tag_id: 999_999, has: true },
      { type: "field", field: "shoe", operator: "is_set" },
      { type: "sequence", sequence_id: 999_999, runs: true },
    ],
  };
  await assert.rejects(create("Two", unknown), {
    status: 400,
    faults: [
      { path: "/condition/rules/0/tag_id", message: "must be a tag of the page" },
      { path: "/condition/rules/1/field", message: "must be a field of the page" },
      { path: "/condition/rules/2/sequence_id", message: "must be a sequence of the page" },
    ],
  });
  const filled: SegmentCondition = {
    match: "all",
    rules: [{ type: "field", field: "city", operator: "equals", value: "{{user_first_name}}" }],
  };
  const counted = api("POST /pages/:page_id/segments/count", { params, body: { condition: filled } });
  await assert.rejects(counted, { status: 400 });
});

test("uses of a tag, a field, a flow and a tool name the segments, and the saved views of tag and field", async () => {
  const { page_id, params, vip, cityId, flowId, inHanoi, create } = await aShop();
  const body = { type: "qr_code" as const, name: "Door", ref: "door", flow_id: null, is_published: true };
  const tool = await api("POST /pages/:page_id/tools", { params, body });
  const hanoi = await create("Hà Nội", inHanoi);
  const came = await create("Came by the door", {
    match: "any",
    rules: [
      { type: "source", source: "ref", value: "door", is: true },
      { type: "message", did: "pressed", flow_id: flowId, days: 30, has: true },
    ],
  });
  const view = { name: "Hà Nội", filter: "all" as const, condition: inHanoi, member: null };
  const saved = await api("POST /pages/:page_id/inbox_views", { params, body: view });
  await api("POST /pages/:page_id/inbox_views", { params, body: { ...view, name: "All", condition: null } });
  const namesOf = (found: { segments: { id: number; name: string }[] }) => found.segments.map(({ id }) => id);

  const ofTag = await api("GET /pages/:page_id/tags/:tag_id/uses", { params: { page_id, tag_id: vip } });
  const ofField = await api("GET /pages/:page_id/fields/:field_id/uses", { params: { page_id, field_id: cityId } });
  const ofFlow = await api("GET /pages/:page_id/flows/:flow_id/uses", { params: { page_id, flow_id: flowId } });
  const ofTool = await api("GET /pages/:page_id/tools/:tool_id/uses", { params: { page_id, tool_id: tool.id } });
  assert.deepEqual([ofTag, ofField, ofFlow, ofTool].map(namesOf), [[hanoi.id], [hanoi.id], [came.id], [came.id]]);
  for (const { views } of [ofTag, ofField]) assert.deepEqual(views, [{ id: saved.id, name: "Hà Nội" }]);
});

test("a page file carries segments by names", async () => {
  const { page_id, flowId, inHanoi, create } = await aShop();
  await create("Hà Nội", inHanoi);
  const { id } = await api("POST /pages/:page_id/sequences", {
    params: { page_id },
    body: {
      ...{ name: "Offers", is_on: true, leave: { on_reply: false, tag_ids: [], goals: [] } },
      steps: [{ id: "a", wait_seconds: 60, flow_id: flowId }],
    },
  });
  await create("Inside", { match: "all", rules: [{ type: "sequence", sequence_id: id, runs: true }] });
  const file = await readPageFile(deps, page_id);
  assert.deepEqual(file.segments, [
    {
      name: "Hà Nội",
      condition: {
        match: "all",
        rules: [
          { type: "tag", has: true, tag: "vip" },
          { type: "field", field: "city", operator: "equals", value: "hà nội" },
        ],
      },
    },
    { name: "Inside", condition: { match: "all", rules: [{ type: "sequence", runs: true, sequence: "Offers" }] } },
  ]);

  const other = await aPageOf(deps, owner);
  await applyPageFile(deps, other, file, { prune: true });
  assert.deepEqual((await readPageFile(deps, other)).segments, file.segments);
  assert.deepEqual(await planPageFile(deps, other, file, { prune: true }), []);
  const empty = { banter: 1, segments: [] };
  assert.deepEqual(await planPageFile(deps, other, empty, { prune: true }), [
    { action: "remove", what: "segment", name: "Hà Nội" },
    { action: "remove", what: "segment", name: "Inside" },
  ]);
  await applyPageFile(deps, other, empty, { prune: true });
  assert.equal((await readPageFile(deps, other)).segments, undefined);

  const wrong = {
    banter: 1,
    segments: [{ name: "X", condition: { match: "all", rules: [{ type: "tag", tag: "no" }] } }],
  };
  await assert.rejects(applyPageFile(deps, other, wrong, { prune: false }), { code: "invalid_field" });
});
