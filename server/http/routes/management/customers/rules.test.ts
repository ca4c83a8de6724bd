import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { RuleForm } from "@banter/core/flow/audience/page-rule.ts";
import { withOffset } from "@banter/core/flow/time.ts";
import { applyPageFile, planPageFile } from "../../../../domain/page-file/apply.ts";
import { readPageFile } from "../../../../domain/page-file/read.ts";
import { findPage } from "../../../../store/catalog/pages.ts";
import { databaseNow } from "../../../../store/health/database-clock.ts";
import { aPageFile } from "../../../../test/builders.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const tag = async (name: string) => (await api("POST /pages/:page_id/tags", { params, body: { name } })).id;
  const [vip, gold] = [await tag("vip"), await tag("gold")];
  await api("POST /pages/:page_id/fields", { params, body: { name: "birthday", type: "date" } });
  const create = (rule: Pick<RuleForm, "name" | "when" | "do"> & Partial<RuleForm>) =>
    api("POST /pages/:page_id/rules", {
      params,
      body: { is_on: true, if: null, often: { type: "every_time" }, ...rule },
    });
  const get = (rule_id: number) => api("GET /pages/:page_id/rules/:rule_id", { params: { page_id, rule_id } });
  const log = async (rule_id: number) =>
    (await api("GET /pages/:page_id/rules/:rule_id/log", { params: { page_id, rule_id } })).entries;
  const edit = (psid: string, body: { add_tags?: number[]; remove_tags?: number[] }) =>
    api("PATCH /pages/:page_id/customers/:psid", { params: { page_id, psid }, body });
  const tagsOf = async (psid: string) =>
    (await api("GET /pages/:page_id/customers/:psid", { params: { page_id, psid } })).tags;
  return { page_id, params, vip, gold, create, get, log, edit, tagsOf };
}

test("a rule acts when a tag is added, and its log tells to whom", async () => {
  const { page_id, vip, gold, create, get, log, edit } = await aShop();
  await someCustomers(deps, page_id, [
    { psid: "web_1", first_name: "Hoa" },
    { psid: "web_2", email: "an@example.com" },
  ]);
  const rule = await create({
    name: "VIPs are gold",
    when: { type: "tag_added", tag_id: vip },
    do: { actions: [{ action: "add_tag", tag_id: gold }] },
    often: { type: "once" },
  });

  await edit("web_1", { add_tags: [vip] });
  await until(async () => (await log(rule.id)).length === 1);
  const [entry = assert.fail()] = await log(rule.id);
  assert.deepEqual([entry.psid, entry.name, entry.did, entry.why], ["web_1", "Hoa", "done", null]);
  await until(async () => (await get(rule.id)).done === 1);
  await edit("web_2", { add_tags: [vip] });
  await until(async () => (await log(rule.id)).length === 2);
  assert.equal((await log(rule.id))[0]?.name, "an@example.com");

  await api("PATCH /pages/:page_id/rules/:rule_id", { params: { page_id, rule_id: rule.id }, body: { is_on: false } });
  await edit("web_1", { remove_tags: [vip] });
  await edit("web_1", { add_tags: [vip] });
  assert.equal((await log(rule.id)).length, 2);
  await api("DELETE /pages/:page_id/rules/:rule_id", { params: { page_id, rule_id: rule.id } });
  await assert.rejects(get(rule.id), { status: 404 });
});

test("rules that set each other off are stopped and told, before and after", async () => {
  const { page_id, vip, create, get, log, edit } = await aShop();
  await someCustomers(deps, page_id, [{ psid: "web_1" }]);
  const one = await create({
    name: "Take away",
    when: { type: "tag_added", tag_id: vip },
    do: { actions: [{ action: "remove_tag", tag_id: vip }] },
  });
  assert.deepEqual(one.loop, []);
  const two = await create({
    name: "Give back",
    when: { type: "tag_removed", tag_id: vip },
    do: { actions: [{ action: "add_tag", tag_id: vip }] },
  });
  assert.deepEqual(
    [two.loop, (await get(one.id)).loop].map((loop) => loop.map(({ id, name }) => [id, name])),
    [
      [
        [two.id, "Give back"],
        [one.id, "Take away"],
      ],
      [
        [one.id, "Take away"],
        [two.id, "Give back"],
      ],
    ],
  );

  await edit("web_1", { add_tags: [vip] });
  await until(async () => (await get(one.id)).looped === 1);
  assert.deepEqual(
    (await log(one.id)).map(({ did }) => did),
    ["done", "looped"],
  );
});

test("the warning follows the flows that a rule starts, in their published versions", async () => {
  const page_id = await aPageOf(deps, owner);
  const flow = (name: string, step: object) => ({
    ...{ name, published: true },
    document: { version: 1, start: "a", steps: { a: step } },
  });
  const acting = (action: object) => flow("Marking", { type: "action", actions: [action], next: null });
  const greeting = flow("Greeting", { type: "goto", flow: "Marking" });
  const when = { type: "tag_added", tag: "vip" };
  const rules = [{ name: "Greet", when, do: { flow: "Greeting" }, often: { type: "every_time" } }];
  const apply = (marking: object) => {
    const flows = [greeting, acting(marking)];
    return applyPageFile(deps, page_id, aPageFile({ tags: ["vip"], flows, rules }), { prune: true });
  };
  const loop = async () =>
    (await api("GET /pages/:page_id/rules", { params: { page_id } })).rules[0]?.loop.map(({ type, name }) => [
      type,
      name,
    ]);

  await apply({ action: "add_tag", tag: "vip" });
  assert.deepEqual(await loop(), [
    ["rule", "Greet"],
    ["flow", "Greeting"],
    ["flow", "Marking"],
  ]);
  await apply({ action: "hand_over" });
  assert.deepEqual(await loop(), []);
});

test("a rule of dates finds its customers by itself, each once", async () => {
  const { page_id, gold, create, get, log, tagsOf } = await aShop();
  const page = (await findPage(deps.db, page_id)) ?? assert.fail();
  const now = withOffset(databaseNow(), page.timezone);
  const birthday = `1990${now.slice(4, 10)}`;
  await someCustomers(deps, page_id, [
    { psid: "web_1", fields: { birthday } },
    { psid: "web_2", fields: { birthday: "1990-01-32" } },
    { psid: "web_3" },
  ]);
  const at = now.slice(11, 16);
  const rule = await create({
    name: "Birthday",
    when: { type: "date", field: "birthday", days: 0, at, every_year: true },
    do: { actions: [{ action: "add_tag", tag_id: gold }] },
  });

  await until(async () => (await get(rule.id)).done === 1);
  assert.deepEqual(
    (await log(rule.id)).map(({ psid, did }) => [psid, did]),
    [["web_1", "done"]],
  );
  assert.deepEqual(await tagsOf("web_1"), [gold]);
});

test("a call of another program and a goal set rules off, which page files carry by the hook's name", async () => {
  const { page_id, params, vip, gold, create, log, tagsOf } = await aShop();
  await someCustomers(deps, page_id, [{ psid: "web_1" }]);
  const mapping = { customer: { by: "psid" as const, path: "customer" } };
  const { hook, url } = await api("POST /pages/:page_id/incoming_hooks", { params, body: { name: "Till", mapping } });
  const called = await create({
    name: "Called",
    when: { type: "incoming_hook", hook_id: hook.id },
    do: {
      actions: [
        { action: "add_tag", tag_id: vip },
        { action: "reach_goal", goal: "Purchase" },
      ],
    },
  });
  await create({
    name: "Bought",
    when: { type: "goal", goal: "Purchase" },
    do: { actions: [{ action: "add_tag", tag_id: gold }] },
  });

  const headers = { "content-type": "application/json" };
  await fetch(url, { method: "POST", headers, body: JSON.stringify({ customer: "web_1" }) });
  await until(async () => (await log(called.id)).length === 1);
  assert.deepEqual(await tagsOf("web_1"), [vip, gold]);

  const file = await readPageFile(deps, page_id);
  assert.deepEqual(file.rules?.[0]?.when, { type: "incoming_hook", hook: "Till" });
  assert.deepEqual(await planPageFile(deps, page_id, file, { prune: true }), []);
  const other = await aPageOf(deps, owner);
  await applyPageFile(deps, other, file, { prune: true });
  const { rules } = await api("GET /pages/:page_id/rules", { params: { page_id: other } });
  assert.deepEqual(rules[0]?.when, { type: "incoming_hook", hook_id: null });
});

test("a rule names only what is on the page", async () => {
  const { vip, create } = await aShop();
  const actions = [{ action: "add_tag" as const, tag_id: vip }];
  const wrong = create({ name: "A", when: { type: "field_changed", field: "shoe" }, do: { actions } });
  await assert.rejects(wrong, { faults: [{ path: "/when/field", message: "must be a field of the page" }] });
  await assert.rejects(create({ name: "A", when: { type: "tag_added", tag_id: null }, do: { actions } }), {
    faults: [{ path: "/when", message: "must name what it waits for" }],
  });
  await assert.rejects(create({ name: "A", when: { type: "order" }, do: { flow_id: 999_999 } }), {
    faults: [{ path: "/do", message: "must name a flow of the page" }],
  });
  await assert.rejects(create({ name: "A", when: { type: "incoming_hook", hook_id: 999_999 }, do: { actions } }), {
    faults: [{ path: "/when", message: "must name a hook of the page" }],
  });
  const around = [{ action: "start_sequence" as const, flow_id: null }];
  await assert.rejects(create({ name: "A", when: { type: "order" }, do: { actions: around } }), {
    code: "invalid_field",
  });
});
