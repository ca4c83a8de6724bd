import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Refusal } from "@banter/sdk/manage.ts";
import { testApp } from "../../../test/app.ts";
import { callerOf } from "../../../test/call.ts";
import { aMember, aPageOf, signedIn } from "../../../test/people.ts";

const { baseUrl, deps } = await testApp({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const flow = await api("POST /pages/:page_id/flows", { params, body: { name: "Hi", folder_id: null } });
  const { token } = await api("POST /pages/:page_id/token", { params });
  const call = callerOf(baseUrl, { pageId: page_id, token });
  /** The public API's view. */
  const listed = async (path: string) => JSON.parse((await call(path)).text).data;
  return { page_id, params, flowId: flow.id, listed };
}

const keyword = {
  name: "Greets",
  match: "is" as const,
  phrases: ["hello"],
  require: "any" as const,
  excludes: [],
  typos: false,
  hours: null,
  flow_id: null,
  is_activated: false,
};

test("keywords are created, changed field by field, ordered and deleted", async () => {
  const { params, page_id, flowId, listed } = await aShop();
  const add = (name: string) =>
    api("POST /pages/:page_id/keywords", { params, body: { ...keyword, name, flow_id: flowId } });
  const [one, two] = [await add("One"), await add("Two")];
  assert.deepEqual({ ...one, id: 0 }, { ...keyword, id: 0, name: "One", flow_id: flowId });

  const of = { page_id, keyword_id: two.id };
  const hours = [{ days: ["sat" as const], from: "09:00", to: "12:00" }];
  const changed = await api("PATCH /pages/:page_id/keywords/:keyword_id", {
    params: of,
    body: { phrases: ["hi", "hey"], is_activated: true, hours },
  });
  assert.deepEqual(changed, { ...two, phrases: ["hi", "hey"], is_activated: true, hours });

  const order = (ids: number[]) => api("PUT /pages/:page_id/keywords/order", { params, body: { ids } });
  await order([two.id, one.id]);
  assert.deepEqual(
    (await listed("/keywords")).map(({ id }: { id: number }) => id),
    [two.id, one.id],
  );
  for (const ids of [[one.id], [one.id, one.id], [one.id, two.id, 999_999]])
    await assert.rejects(order(ids), { status: 409 }, String(ids));

  await api("DELETE /pages/:page_id/keywords/:keyword_id", { params: of });
  assert.equal((await api("GET /pages/:page_id/keywords", { params })).keywords.length, 1);
  const gone = api("DELETE /pages/:page_id/keywords/:keyword_id", { params: of });
  await assert.rejects(gone, { status: 404, code: "keyword_not_found" });
});

test("a pattern that does not compile is refused with a pointer, on create and on change", async () => {
  const { params, page_id } = await aShop();
  const fault = [{ path: "/phrases/1", message: "has a ( without a )" }];
  const bad = { phrases: ["ok", "(a"] };

  const made = api("POST /pages/:page_id/keywords", { params, body: { ...keyword, ...bad, match: "regex" } });
  await assert.rejects(made, { status: 400, faults: fault });
  const { id } = await api("POST /pages/:page_id/keywords", { params, body: { ...keyword, ...bad } });
  const changed = api("PATCH /pages/:page_id/keywords/:keyword_id", {
    params: { page_id, keyword_id: id },
    body: { match: "regex" },
  });
  await assert.rejects(changed, { status: 400, faults: fault });
});

test("references to a trashed flow work again after it is restored, even if other fields were changed", async () => {
  const { params, page_id, flowId } = await aShop();
  const made = await api("POST /pages/:page_id/keywords", { params, body: { ...keyword, flow_id: flowId } });
  const tool = await api("POST /pages/:page_id/tools", {
    params,
    body: { type: "chat_ref_url", name: "Link", ref: "a", flow_id: flowId, is_published: true },
  });
  await api("DELETE /pages/:page_id/flows/:flow_id", { params: { page_id, flow_id: flowId } });

  const renamed = await api("PATCH /pages/:page_id/keywords/:keyword_id", {
    params: { page_id, keyword_id: made.id },
    body: { name: "New" },
  });
  assert.equal(renamed.flow_id, null);
  await api("PUT /pages/:page_id/keywords/order", { params, body: { ids: [made.id] } });
  await api("PATCH /pages/:page_id/tools/:tool_id", { params: { page_id, tool_id: tool.id }, body: { name: "New" } });
  await api("PUT /pages/:page_id/tools/order", { params, body: { ids: [tool.id] } });
  await api("POST /pages/:page_id/flows/:flow_id/restore", { params: { page_id, flow_id: flowId } });

  assert.equal((await api("GET /pages/:page_id/keywords", { params })).keywords[0]?.flow_id, flowId);
  assert.equal((await api("GET /pages/:page_id/tools", { params })).tools[0]?.flow_id, flowId);
});

test("a keyword can only lead to a flow of its own page", async () => {
  const [{ params }, other] = [await aShop(), await aShop()];

  const foreign = api("POST /pages/:page_id/keywords", { params, body: { ...keyword, flow_id: other.flowId } });

  await assert.rejects(foreign, { status: 404, code: "flow_not_found" });
});

test("ice breakers are replaced as a list: items with ids keep them, in the given order", async () => {
  const { params, flowId, listed } = await aShop();
  const set = (ice_breakers: { id?: number; title: string; flow_id: number | null }[]) =>
    api("PUT /pages/:page_id/ice_breakers", { params, body: { ice_breakers } });
  const first = await set([
    { title: "Open?", flow_id: flowId },
    { title: "Where?", flow_id: flowId },
    { title: "Later", flow_id: null },
  ]);
  const [open, where] = first.ice_breakers;

  await set([
    { id: where?.id, title: "Where are you?", flow_id: flowId },
    { title: "New", flow_id: flowId },
    { id: open?.id, title: "Open?", flow_id: flowId },
  ]);

  const seen = await listed("/ice_breaker");
  assert.deepEqual(
    seen.map(({ title }: { title: string }) => title),
    ["Where are you?", "New", "Open?"],
  );
  assert.deepEqual([seen[0].id, seen[2].id], [where?.id, open?.id]);
  await assert.rejects(set([{ id: 999_999, title: "Odd", flow_id: null }]), { status: 409 });
  await assert.rejects(set([{ title: "Odd", flow_id: 999_999 }]), { status: 404, code: "flow_not_found" });
  await assert.rejects(set([{ title: "", flow_id: null }]), { status: 400 });
  assert.equal((await listed("/ice_breaker")).length, 3, "a refused list changes nothing");
});

test("the main menu is replaced as a list of flows and links", async () => {
  const { params, flowId, listed } = await aShop();
  type Item =
    | { type: "flow"; id?: number; title: string; flow_id: number | null }
    | { type: "link"; title: string; url: string };
  const set = (items: Item[]) => api("PUT /pages/:page_id/main_menu", { params, body: { items } });
  const { items } = await set([
    { type: "flow", title: "Order", flow_id: flowId },
    { type: "link", title: "Site", url: "https://example.com/" },
  ]);

  await set([
    { type: "link", title: "Site", url: "https://example.com/new" },
    { type: "flow", id: items[0]?.id, title: "Order now", flow_id: flowId },
  ]);

  const seen = await listed("/main_menu");
  assert.deepEqual(
    seen.map(({ id: _, ...item }: { id: number }) => item),
    [
      { type: "link", title: "Site", url: "https://example.com/new" },
      { type: "flow", title: "Order now", flow_id: flowId },
    ],
  );
  assert.equal(seen[1].id, items[0]?.id);
  await assert.rejects(set([{ type: "link", title: "Odd", url: "javascript:alert(1)" }]), { status: 400 });
});

test("growth tools return link, QR code, JSON and snippet, published or not", async () => {
  const { params, page_id, flowId, listed } = await aShop();
  const body = { type: "qr_code" as const, name: "Door", ref: "door", flow_id: flowId, is_published: false };
  const tool = await api("POST /pages/:page_id/tools", { params, body });

  assert.ok("link" in tool);
  assert.equal(tool.link, `http://127.0.0.1/chat/${page_id}?ref=door`);
  assert.deepEqual(tool.ads_json, { link: tool.link, ref: "door", message: "Door" });
  assert.match(tool.snippet, /data-ref="door"/);
  assert.equal((await fetch(`${baseUrl}/tools/${page_id}/${tool.id}/qr.png`)).status, 404);

  const of = { page_id, tool_id: tool.id };
  const changed = await api("PATCH /pages/:page_id/tools/:tool_id", { params: of, body: { is_published: true } });
  assert.deepEqual(changed, { ...tool, is_published: true });
  assert.equal((await fetch(`${baseUrl}/tools/${page_id}/${tool.id}/qr.png`)).status, 200);
  await assert.rejects(api("POST /pages/:page_id/tools", { params, body }), { status: 409 }, "the ref is taken");

  const other = await api("POST /pages/:page_id/tools", { params, body: { ...body, name: "Table", ref: "table" } });
  await api("PUT /pages/:page_id/tools/order", { params, body: { ids: [other.id, tool.id] } });
  assert.deepEqual(
    (await listed("/tools")).map(({ name }: { name: string }) => name),
    ["Table", "Door"],
  );
  await api("DELETE /pages/:page_id/tools/:tool_id", { params: of });
  assert.equal((await api("GET /pages/:page_id/tools", { params })).tools.length, 1);
});

test("a tool that waits for something that customers do has settings and no links", async () => {
  const { params, page_id, flowId } = await aShop();
  const fields = { type: "comments" as const, name: "Price?", ref: null, flow_id: flowId, is_published: true };
  const tool = await api("POST /pages/:page_id/tools", {
    params,
    body: { ...fields, settings: { words: ["price"], posts: { ids: ["17_42"] } } },
  });

  assert.deepEqual(tool, {
    ...fields,
    id: tool.id,
    settings: {
      words: ["price"],
      excludes: [],
      posts: { ids: ["17_42"] },
      include_replies: false,
      once_per_person: true,
      like: false,
      hide: false,
      answers: [],
    },
  });
  assert.deepEqual((await api("GET /pages/:page_id/tools", { params })).tools, [tool]);
  for (const path of ["open", "qr.png", "ads.json", "snippet.txt"])
    assert.equal((await fetch(`${baseUrl}/tools/${page_id}/${tool.id}/${path}`)).status, 404);

  const of = { page_id, tool_id: tool.id };
  const renamed = await api("PATCH /pages/:page_id/tools/:tool_id", { params: of, body: { name: "Prices" } });
  assert.deepEqual(renamed.settings, tool.settings);
  const changed = await api("PATCH /pages/:page_id/tools/:tool_id", { params: of, body: { settings: { like: true } } });
  assert.deepEqual([changed.settings?.like, changed.settings?.words], [true, []]);
});

test("settings of another form and refs that have no use are refused", async () => {
  const { params } = await aShop();
  const fields = { name: "Tool", ref: null, flow_id: null, is_published: true };
  const refused = {
    "/settings/answers/0": { ...fields, type: "comments" as const, settings: { answers: [""] } },
    "/settings": { ...fields, type: "reaction" as const, settings: { words: [] } },
    "/ref": { ...fields, type: "location" as const, ref: "here" },
  };

  for (const [path, body] of Object.entries(refused))
    await assert.rejects(api("POST /pages/:page_id/tools", { params, body }), (error: Refusal) => {
      assert.equal(error.status, 400);
      assert.deepEqual(
        error.faults.map((fault) => fault.path),
        [path],
      );
      return true;
    });
  const body = { ...fields, type: "qr_code" as const, settings: {} };
  await assert.rejects(api("POST /pages/:page_id/tools", { params, body }), { status: 400 });
});

test("tags are renamed and deleted, each name once", async () => {
  const { params, page_id } = await aShop();
  const add = (name: string) => api("POST /pages/:page_id/tags", { params, body: { name } });
  const [vip, late] = [await add("vip"), await add("late")];
  const rename = (name: string) =>
    api("PATCH /pages/:page_id/tags/:tag_id", { params: { page_id, tag_id: vip.id }, body: { name } });

  await rename("VIP");
  await assert.rejects(rename("late"), { status: 409 });
  await assert.rejects(add("late"), { status: 409 });
  await api("DELETE /pages/:page_id/tags/:tag_id", { params: { page_id, tag_id: late.id } });

  assert.deepEqual(await api("GET /pages/:page_id/tags", { params }), { tags: [{ id: vip.id, name: "VIP" }] });
});

test("fields are added and deleted, each name once", async () => {
  const { params, page_id } = await aShop();
  const add = (name: string) => api("POST /pages/:page_id/fields", { params, body: { name, type: "text" } });
  const size = await add("size");
  await add("colour");
  await assert.rejects(add("size"), { status: 409 });
  await assert.rejects(add("not a name"), { status: 400 });

  await api("DELETE /pages/:page_id/fields/:field_id", { params: { page_id, field_id: size.id } });

  const left = await api("GET /pages/:page_id/fields", { params });
  assert.deepEqual(
    left.fields.map(({ name, type }) => [name, type]),
    [["colour", "text"]],
  );
});

test("a field's label is any text, changes without its name, and is in the page file", async () => {
  const { params } = await aShop();
  const body = { name: "Cỡ_áo", type: "number" as const, label: "Cỡ áo" };
  const field = await api("POST /pages/:page_id/fields", { params, body });
  assert.deepEqual(field, { id: field.id, ...body });
  const relabel = (label: string | null) =>
    api("PATCH /pages/:page_id/fields/:field_id", { params: { ...params, field_id: field.id }, body: { label } });

  assert.equal((await relabel("Kích cỡ")).name, "Cỡ_áo");
  const labelled = await api("GET /pages/:page_id/file", { params });
  assert.deepEqual(labelled.fields, [{ ...body, label: "Kích cỡ" }]);
  await relabel(null);

  const bare = await api("GET /pages/:page_id/file", { params });
  assert.deepEqual(bare.fields, [{ name: "Cỡ_áo", type: "number" }]);
  await api("POST /pages/:page_id/file/apply", { params, body: { file: labelled } });
  const { fields } = await api("GET /pages/:page_id/fields", { params });
  assert.deepEqual(fields, [{ id: field.id, ...body, label: "Kích cỡ" }]);
  await assert.rejects(relabel(" spaces "), { status: 400 });
});

test("items of another page are not found", async () => {
  const [one, other] = [await aShop(), await aShop()];
  const { id } = await api("POST /pages/:page_id/keywords", { params: other.params, body: keyword });
  const tag = await api("POST /pages/:page_id/tags", { params: other.params, body: { name: "vip" } });
  const { page_id } = one;

  await assert.rejects(api("DELETE /pages/:page_id/keywords/:keyword_id", { params: { page_id, keyword_id: id } }), {
    status: 404,
  });
  await assert.rejects(api("DELETE /pages/:page_id/tags/:tag_id", { params: { page_id, tag_id: tag.id } }), {
    status: 404,
  });
  const flow = { page_id, flow_id: other.flowId };
  await assert.rejects(api("GET /pages/:page_id/flows/:flow_id", { params: flow }), { status: 404 });
  await assert.rejects(api("DELETE /pages/:page_id/flows/:flow_id", { params: flow }), { status: 404 });
});
