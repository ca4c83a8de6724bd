import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isEventTool, ToolType } from "@banter/core/model/tool.ts";
import { FileTool } from "@banter/core/page-file/schema.ts";
import { createFlow, restoreFlow, trashFlow } from "../../domain/catalog/flows.ts";
import { createFolder } from "../../domain/catalog/folders.ts";
import { testApp } from "../../test/app.ts";
import { aDocument, aFlow, aPage } from "../../test/builders.ts";
import { callerOf, idsOf } from "../../test/call.ts";

const { baseUrl, deps } = await testApp({ after });

const aKeyword = (name: string, flow: string | null, is_activated = true) => ({
  name,
  match: "is" as const,
  phrases: [name],
  excludes: [],
  flow,
  is_activated,
});

/** Ids are assigned in the order of the file. */
async function read(call: ReturnType<typeof callerOf>, path: string) {
  const { status, text } = await call(path);
  assert.equal(status, 200);
  const items: { id: number }[] = JSON.parse(text).data;
  return { text, ids: items.map(({ id }) => id) };
}

const answer = (data: unknown[]) => JSON.stringify({ success: true, data });

test("an empty page has empty lists", async () => {
  const call = callerOf(baseUrl, await aPage(deps));

  for (const path of ["/keywords", "/ice_breaker", "/main_menu", "/tools"]) {
    assert.equal((await call(path)).text, '{"success":true,"data":[]}');
  }
});

test("keywords show whether they are active, their id and their flow, in the owner's order", async () => {
  const page = await aPage(deps, {
    flows: [aFlow("Welcome")],
    keywords: [aKeyword("zebra", "Welcome"), aKeyword("ant", null, false), aKeyword("zebra", "Welcome", false)],
  });
  const call = callerOf(baseUrl, page);
  const flow_id = (await idsOf(call))("Welcome");

  const { text, ids } = await read(call, "/keywords");

  const [first, second, third] = ids;
  assert.equal(
    text,
    answer([
      { is_activated: true, id: first, flow_id },
      { is_activated: false, id: second, flow_id: null },
      { is_activated: false, id: third, flow_id },
    ]),
  );
});

test("ice breakers show their title, id and flow, in the owner's order", async () => {
  const page = await aPage(deps, {
    flows: [aFlow("Welcome")],
    ice_breakers: [
      { title: "Where is my order? 📦", flow: "Welcome" },
      { title: 'Giờ mở cửa "hôm nay"', flow: "Welcome" },
    ],
  });
  const call = callerOf(baseUrl, page);
  const flow_id = (await idsOf(call))("Welcome");

  const { text, ids } = await read(call, "/ice_breaker");

  assert.equal(
    text,
    answer([
      { title: "Where is my order? 📦", id: ids[0], flow_id },
      { title: 'Giờ mở cửa "hôm nay"', id: ids[1], flow_id },
    ]),
  );
});

test("a menu item shows a flow or a URL, never both", async () => {
  const page = await aPage(deps, {
    flows: [aFlow("Welcome")],
    main_menu: [
      { title: "Shop", url: "https://example.com/?a=1&b=2" },
      { title: "Talk to us", flow: "Welcome" },
    ],
  });
  const call = callerOf(baseUrl, page);
  const flow_id = (await idsOf(call))("Welcome");

  const { text, ids } = await read(call, "/main_menu");

  assert.equal(
    text,
    answer([
      { type: "link", title: "Shop", id: ids[0], url: "https://example.com/?a=1&b=2" },
      { type: "flow", title: "Talk to us", id: ids[1], flow_id },
    ]),
  );
});

test("tools of every type show their type, name, state and id only", async () => {
  const tools = ToolType.options.map((type, index) => ({
    type,
    name: `Tool ${type}`,
    ref: isEventTool(type) ? null : type,
    flow: null,
    is_published: index % 2 === 0,
  }));
  const call = callerOf(baseUrl, await aPage(deps, { tools: tools.map((tool) => FileTool.parse(tool)) }));

  const { text, ids } = await read(call, "/tools");

  assert.equal(
    text,
    answer(tools.map(({ type, name, is_published }, index) => ({ type, name, is_published, id: ids[index] }))),
  );
});

test("a keyword of a trashed flow shows no flow; its ice breakers and menu items are left out", async () => {
  const page = await aPage(deps, {
    flows: [aFlow("Welcome")],
    keywords: [aKeyword("hi", "Welcome")],
    ice_breakers: [{ title: "Hi", flow: "Welcome" }],
    main_menu: [
      { title: "Hi", flow: "Welcome" },
      { title: "Shop", url: "https://example.com" },
    ],
    tools: [{ type: "qr_code", name: "Poster", ref: null, flow: "Welcome", is_published: true }],
  });
  const call = callerOf(baseUrl, page);
  const flowId = (await idsOf(call))("Welcome");
  const before = await Promise.all(["/keywords", "/ice_breaker", "/main_menu", "/tools"].map((path) => call(path)));

  await trashFlow(deps, page.pageId, flowId);

  const { text, ids } = await read(call, "/keywords");
  assert.equal(text, answer([{ is_activated: true, id: ids[0], flow_id: null }]));
  assert.equal((await call("/ice_breaker")).text, answer([]));
  assert.deepEqual(
    JSON.parse((await call("/main_menu")).text).data.map(({ title }: { title: string }) => title),
    ["Shop"],
  );
  assert.equal((await call("/tools")).text, before[3]?.text);

  await restoreFlow(deps, page.pageId, flowId);

  const after = await Promise.all(["/keywords", "/ice_breaker", "/main_menu", "/tools"].map((path) => call(path)));
  assert.deepEqual(
    after.map((each) => each.text),
    before.map((each) => each.text),
  );
});

test("an ice breaker or menu item whose flow was never chosen is left out", async () => {
  const page = await aPage(deps, {
    ice_breakers: [{ title: "Hi", flow: null }],
    main_menu: [{ title: "Hi", flow: null }],
  });
  const call = callerOf(baseUrl, page);

  assert.equal((await call("/ice_breaker")).text, answer([]));
  assert.equal((await call("/main_menu")).text, answer([]));
});

test("names come back exactly as they are, in every script", async () => {
  const page = await aPage(deps);
  const names = [
    "Đơn hàng",
    "注文",
    "🛍️ Shop",
    '"quoted" \\ back',
    "\u200Ba",
    "e\u0301",
    "<script>",
    "null",
    "' or 1=1 --",
  ];
  for (const name of names) await createFolder(deps, page.pageId, { name, parentId: null });
  for (const name of names) await createFlow(deps, page.pageId, { name, folderId: null, draft: aDocument() });

  const { data } = JSON.parse((await callerOf(baseUrl, page)("/flows")).text);

  assert.deepEqual(
    data.folders.map(({ name }: { name: string }) => name),
    names,
  );
  assert.deepEqual(
    data.flows.map(({ name }: { name: string }) => name),
    names,
  );
});

test("every answer has a unique request id", async () => {
  const call = callerOf(baseUrl, await aPage(deps));

  const ids = (await Promise.all([call("/flows"), call("/flows"), call("/x")])).map(({ headers }) =>
    headers.get("x-request-id"),
  );

  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id ?? "", /^[0-9a-f-]{36}$/);
});
