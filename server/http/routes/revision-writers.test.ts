import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ManagementApi } from "@banter/core/api/management/index.ts";
import { managementApi } from "@banter/core/api/management/index.ts";
import type { publicApi } from "@banter/core/api/public.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { loadPageState } from "../../domain/page-file/state.ts";
import { nodeMetrics } from "../../metrics/metrics.ts";
import { testApp } from "../../test/app.ts";
import { aDocument, aFlow, aKeyword, aPageFile } from "../../test/builders.ts";
import { callerOf } from "../../test/call.ts";
import { aMember, aPageOf, signedIn } from "../../test/people.ts";
import { buildApp } from "../app.ts";

const { baseUrl, deps } = await testApp({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

/** A second node, whose cache is empty. */
const fresh = await buildApp({ ...deps, metrics: nodeMetrics() });
atEnd({ after }, () => fresh.close());
const freshUrl = await fresh.listen({ host: "127.0.0.1", port: 0 });

async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const file = aPageFile({
    folders: ["Sales", "Sales/Orders", "Help"],
    flows: [aFlow("Welcome"), aFlow("Sales/Offer"), aFlow("Gone")],
    keywords: [aKeyword("hi", "Welcome"), aKeyword("bye", "Welcome")],
    ice_breakers: [{ title: "Hi", flow: "Welcome" }],
    main_menu: [{ title: "Hi", flow: "Welcome" }],
    tools: [
      { type: "qr_code", name: "Poster", ref: "poster", flow: "Welcome", is_published: true },
      { type: "chat_widget", name: "Site", ref: "site", flow: null, is_published: false },
    ],
  });
  await applyPageFile(deps, page_id, file, { prune: true });
  const params = { page_id };
  const { token } = await api("POST /pages/:page_id/token", { params });
  const state = (await loadPageState(deps.db, page_id)) ?? assert.fail();
  const idOf = (items: { id: number; name: string }[], name: string) =>
    items.find((item) => item.name === name)?.id ?? assert.fail(name);
  const gone = { page_id, flow_id: idOf(state.flows, "Gone") };
  await api("DELETE /pages/:page_id/flows/:flow_id", { params: gone });
  return {
    page: { pageId: page_id, token },
    params,
    gone,
    file,
    welcome: { page_id, flow_id: idOf(state.flows, "Welcome") },
    offer: { page_id, flow_id: idOf(state.flows, "Offer") },
    sales: { page_id, folder_id: idOf(state.folders, "Sales") },
    keywords: state.keywords.map(({ id }) => id),
    tools: state.tools.map(({ id }) => id),
  };
}

type Shop = Awaited<ReturnType<typeof aShop>>;

/** A change that the public API's lists show. */
type Writer = (shop: Shop) => Promise<unknown>;

type PageWrite = Exclude<Extract<keyof ManagementApi, `${string} /pages/:page_id${string}`>, `GET ${string}`>;

/** Every write of the management API on a page: a change that the lists show, or "shows nothing". */
const consoleWriters: Record<PageWrite, Writer | "shows nothing"> = {
  "POST /pages/:page_id/keywords": ({ params }) =>
    api("POST /pages/:page_id/keywords", {
      params,
      body: {
        ...{ name: "New", match: "is", phrases: ["new"], require: "any", excludes: [], typos: false, hours: null },
        ...{ flow_id: null, is_activated: true },
      },
    }),
  "PATCH /pages/:page_id/keywords/:keyword_id": ({ params, keywords: [keyword_id = 0] }) =>
    api("PATCH /pages/:page_id/keywords/:keyword_id", {
      params: { ...params, keyword_id },
      body: { is_activated: false },
    }),
  "DELETE /pages/:page_id/keywords/:keyword_id": ({ params, keywords: [keyword_id = 0] }) =>
    api("DELETE /pages/:page_id/keywords/:keyword_id", { params: { ...params, keyword_id } }),
  "PUT /pages/:page_id/keywords/order": ({ params, keywords }) =>
    api("PUT /pages/:page_id/keywords/order", { params, body: { ids: keywords.toReversed() } }),
  "PUT /pages/:page_id/ice_breakers": ({ params, offer }) =>
    api("PUT /pages/:page_id/ice_breakers", {
      params,
      body: { ice_breakers: [{ title: "New", flow_id: offer.flow_id }] },
    }),
  "PUT /pages/:page_id/main_menu": ({ params }) =>
    api("PUT /pages/:page_id/main_menu", {
      params,
      body: { items: [{ type: "link", title: "New", url: "https://example.com" }] },
    }),
  "POST /pages/:page_id/tools": ({ params }) =>
    api("POST /pages/:page_id/tools", {
      params,
      body: { type: "qr_code", name: "New", ref: "new", flow_id: null, is_published: false },
    }),
  "PATCH /pages/:page_id/tools/:tool_id": ({ params, tools: [tool_id = 0] }) =>
    api("PATCH /pages/:page_id/tools/:tool_id", { params: { ...params, tool_id }, body: { is_published: false } }),
  "DELETE /pages/:page_id/tools/:tool_id": ({ params, tools: [tool_id = 0] }) =>
    api("DELETE /pages/:page_id/tools/:tool_id", { params: { ...params, tool_id } }),
  "PUT /pages/:page_id/tools/order": ({ params, tools }) =>
    api("PUT /pages/:page_id/tools/order", { params, body: { ids: tools.toReversed() } }),
  "POST /pages/:page_id/folders": ({ params }) =>
    api("POST /pages/:page_id/folders", { params, body: { name: "New", parent_id: null } }),
  "PATCH /pages/:page_id/folders/:folder_id": ({ sales }) =>
    api("PATCH /pages/:page_id/folders/:folder_id", { params: sales, body: { place: 1 } }),
  "DELETE /pages/:page_id/folders/:folder_id": ({ sales }) =>
    api("DELETE /pages/:page_id/folders/:folder_id", { params: sales }),
  "POST /pages/:page_id/folders/:folder_id/duplicate": ({ sales }) =>
    api("POST /pages/:page_id/folders/:folder_id/duplicate", { params: sales }),
  "POST /pages/:page_id/flows": ({ params }) =>
    api("POST /pages/:page_id/flows", { params, body: { name: "New", folder_id: null } }),
  "PATCH /pages/:page_id/flows/:flow_id": ({ offer }) =>
    api("PATCH /pages/:page_id/flows/:flow_id", { params: offer, body: { folder_id: null } }),
  "POST /pages/:page_id/flows/:flow_id/duplicate": ({ welcome }) =>
    api("POST /pages/:page_id/flows/:flow_id/duplicate", { params: welcome }),
  "DELETE /pages/:page_id/flows/:flow_id": ({ welcome }) =>
    api("DELETE /pages/:page_id/flows/:flow_id", { params: welcome }),
  "POST /pages/:page_id/flows/:flow_id/restore": ({ gone }) =>
    api("POST /pages/:page_id/flows/:flow_id/restore", { params: gone }),
  "POST /pages/:page_id/file/apply": ({ params, file }) =>
    api("POST /pages/:page_id/file/apply", {
      params,
      body: { file: { ...file, flows: [...(file.flows ?? []), { ...aFlow("New"), document: aDocument("New") }] } },
    }),
  "POST /pages/:page_id/template": ({ params }) =>
    api("POST /pages/:page_id/template", { params, body: { name: "shop", language: "en" } }),

  "POST /pages/:page_id/template/plan": "shows nothing",
  "PUT /pages/:page_id/audience": "shows nothing",
  "POST /pages/:page_id/flows/proposal": "shows nothing",
  "POST /pages/:page_id/flows/:flow_id/translation": "shows nothing",
  "POST /pages/:page_id/keywords/suggestions": "shows nothing",
  "POST /pages/:page_id/knowledge": "shows nothing",
  "POST /pages/:page_id/knowledge/files": "shows nothing",
  "PUT /pages/:page_id/knowledge/:source_id": "shows nothing",
  "DELETE /pages/:page_id/knowledge/:source_id": "shows nothing",
  "POST /pages/:page_id/knowledge/:source_id/read": "shows nothing",
  "POST /pages/:page_id/knowledge/search": "shows nothing",
  "POST /pages/:page_id/knowledge/misses/clear": "shows nothing",
  "POST /pages/:page_id/evaluations": "shows nothing",
  "PUT /pages/:page_id/evaluations/:evaluation_id": "shows nothing",
  "DELETE /pages/:page_id/evaluations/:evaluation_id": "shows nothing",
  "POST /pages/:page_id/evaluations/:evaluation_id/questions": "shows nothing",
  "POST /pages/:page_id/evaluations/:evaluation_id/run": "shows nothing",
  "PUT /pages/:page_id/customers/:psid/subscription": "shows nothing",
  "POST /pages/:page_id/broadcasts": "shows nothing",
  "POST /pages/:page_id/broadcasts/forecast": "shows nothing",
  "PATCH /pages/:page_id/broadcasts/:broadcast_id": "shows nothing",
  "DELETE /pages/:page_id/broadcasts/:broadcast_id": "shows nothing",
  "POST /pages/:page_id/broadcasts/:broadcast_id/test": "shows nothing",
  "POST /pages/:page_id/broadcasts/:broadcast_id/send": "shows nothing",
  "POST /pages/:page_id/broadcasts/:broadcast_id/edit": "shows nothing",
  "POST /pages/:page_id/broadcasts/:broadcast_id/pause": "shows nothing",
  "POST /pages/:page_id/broadcasts/:broadcast_id/resume": "shows nothing",
  "POST /pages/:page_id/broadcasts/:broadcast_id/stop": "shows nothing",
  "POST /pages/:page_id/broadcasts/:broadcast_id/retry": "shows nothing",
  "POST /pages/:page_id/first_steps/close": "shows nothing",
  "POST /pages/:page_id/message_templates/read": "shows nothing",
  "POST /pages/:page_id/message_forms/read": "shows nothing",
  "PUT /pages/:page_id/flows/:flow_id/switch": "shows nothing",
  "PUT /pages/:page_id/flows/:flow_id/schedule": "shows nothing",
  "DELETE /pages/:page_id/flows/:flow_id/schedule": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/messages": "shows nothing",
  "PUT /pages/:page_id/conversations/:psid/state": "shows nothing",
  "POST /pages/:page_id/inbox_views": "shows nothing",
  "DELETE /pages/:page_id/inbox_views/:view_id": "shows nothing",
  "PUT /pages/:page_id/conversations/:psid/messages/:message_id/reaction": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/flow": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/pause": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/resume": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/take_back": "shows nothing",
  "POST /pages/:page_id/messages/:message_id/retry": "shows nothing",
  "POST /pages/:page_id/messages/:message_id/drop": "shows nothing",
  "PUT /pages/:page_id/inbox_settings": "shows nothing",
  "PUT /pages/:page_id/retention": "shows nothing",
  "PUT /pages/:page_id/conversations/:psid/read": "shows nothing",
  "PUT /pages/:page_id/conversations/:psid/assignee": "shows nothing",
  "PUT /pages/:page_id/conversations/:psid/presence": "shows nothing",
  "PUT /pages/:page_id/flows/:flow_id/presence": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/notes": "shows nothing",
  "DELETE /pages/:page_id/conversations/:psid/notes/:note_id": "shows nothing",
  "POST /pages/:page_id/saved_replies": "shows nothing",
  "PATCH /pages/:page_id/saved_replies/:reply_id": "shows nothing",
  "DELETE /pages/:page_id/saved_replies/:reply_id": "shows nothing",
  "POST /pages/:page_id/segments": "shows nothing",
  "PATCH /pages/:page_id/segments/:segment_id": "shows nothing",
  "DELETE /pages/:page_id/segments/:segment_id": "shows nothing",
  "POST /pages/:page_id/segments/count": "shows nothing",
  "POST /pages/:page_id/sequences": "shows nothing",
  "PATCH /pages/:page_id/sequences/:sequence_id": "shows nothing",
  "DELETE /pages/:page_id/sequences/:sequence_id": "shows nothing",
  "POST /pages/:page_id/sequences/:sequence_id/enter": "shows nothing",
  "POST /pages/:page_id/sequences/:sequence_id/leave": "shows nothing",
  "POST /pages/:page_id/rules": "shows nothing",
  "PATCH /pages/:page_id/rules/:rule_id": "shows nothing",
  "DELETE /pages/:page_id/rules/:rule_id": "shows nothing",
  "POST /pages/:page_id/keywords/lab": "shows nothing",
  "POST /pages/:page_id/parked_mail/drop": "shows nothing",
  "PATCH /pages/:page_id/customers/:psid": "shows nothing",
  "POST /pages/:page_id/customers/:psid/block": "shows nothing",
  "POST /pages/:page_id/customers/:psid/unblock": "shows nothing",
  "DELETE /pages/:page_id/customers/:psid": "shows nothing",
  "POST /pages/:page_id/customers": "shows nothing",
  "PUT /pages/:page_id/customers/:psid/joins/:contact_psid": "shows nothing",
  "DELETE /pages/:page_id/customers/:psid/joins/:contact_psid": "shows nothing",
  "POST /pages/:page_id/customers/:psid/joins/:contact_psid/decline": "shows nothing",
  "POST /pages/:page_id/customer_jobs": "shows nothing",
  "POST /pages/:page_id/customer_jobs/:job_id/undo": "shows nothing",
  "POST /pages/:page_id/customer_jobs/:job_id/resume": "shows nothing",
  "POST /pages/:page_id/customer_jobs/:job_id/stop": "shows nothing",
  "POST /pages/:page_id/customer_imports": "shows nothing",
  "POST /pages/:page_id/customer_jobs/:job_id/check": "shows nothing",
  "POST /pages/:page_id/customer_jobs/:job_id/start": "shows nothing",
  "DELETE /pages/:page_id/customer_jobs/:job_id": "shows nothing",
  "PUT /pages/:page_id/notification_ways": "shows nothing",
  "POST /pages/:page_id/notification_ways/test": "shows nothing",
  "POST /pages/:page_id/parked_mail/retry": "shows nothing",
  "DELETE /pages/:page_id/trash/:flow_id": "shows nothing",
  "PUT /pages/:page_id/flows/:flow_id/draft": "shows nothing",
  "POST /pages/:page_id/flows/:flow_id/publish": "shows nothing",
  "POST /pages/:page_id/flows/:flow_id/versions/:version/restore": "shows nothing",
  "POST /pages/:page_id/tags": "shows nothing",
  "PATCH /pages/:page_id/tags/:tag_id": "shows nothing",
  "DELETE /pages/:page_id/tags/:tag_id": "shows nothing",
  "POST /pages/:page_id/fields": "shows nothing",
  "PATCH /pages/:page_id/fields/:field_id": "shows nothing",
  "DELETE /pages/:page_id/fields/:field_id": "shows nothing",
  "PATCH /pages/:page_id": "shows nothing",
  "POST /pages/:page_id/pause": "shows nothing",
  "PUT /pages/:page_id/channel": "shows nothing",
  "POST /pages/:page_id/file/plan": "shows nothing",
  "POST /pages/:page_id/media": "shows nothing",
  "PATCH /pages/:page_id/media/:media_id": "shows nothing",
  "DELETE /pages/:page_id/media/:media_id": "shows nothing",
  // Without the page or its token the lists cannot be called any more.
  "DELETE /pages/:page_id": "shows nothing",
  "PUT /pages/:page_id/secrets/:name": "shows nothing",
  "POST /pages/:page_id/requests/try": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/suggested_reply": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/summary": "shows nothing",
  "POST /pages/:page_id/conversations/:psid/translation": "shows nothing",
  "POST /pages/:page_id/models": "shows nothing",
  "PATCH /pages/:page_id/models/:model_id": "shows nothing",
  "DELETE /pages/:page_id/models/:model_id": "shows nothing",
  "POST /pages/:page_id/models/try": "shows nothing",
  "POST /pages/:page_id/models/ask": "shows nothing",
  "PUT /pages/:page_id/model_limits": "shows nothing",
  "DELETE /pages/:page_id/secrets/:name": "shows nothing",
  "POST /pages/:page_id/event_endpoints": "shows nothing",
  "PATCH /pages/:page_id/event_endpoints/:endpoint_id": "shows nothing",
  "DELETE /pages/:page_id/event_endpoints/:endpoint_id": "shows nothing",
  "POST /pages/:page_id/event_endpoints/:endpoint_id/secret": "shows nothing",
  "POST /pages/:page_id/event_endpoints/:endpoint_id/test": "shows nothing",
  "POST /pages/:page_id/event_endpoints/:endpoint_id/replay": "shows nothing",
  "POST /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id/replay": "shows nothing",
  "POST /pages/:page_id/incoming_hooks": "shows nothing",
  "PATCH /pages/:page_id/incoming_hooks/:hook_id": "shows nothing",
  "DELETE /pages/:page_id/incoming_hooks/:hook_id": "shows nothing",
  "POST /pages/:page_id/incoming_hooks/:hook_id/address": "shows nothing",
  "POST /pages/:page_id/incoming_hooks/try": "shows nothing",
  "POST /pages/:page_id/customers/:psid/goals": "shows nothing",
  "POST /pages/:page_id/token": "shows nothing",
  "DELETE /pages/:page_id/token": "shows nothing",
  "POST /pages/:page_id/tokens": "shows nothing",
  "DELETE /pages/:page_id/tokens/:token_id": "shows nothing",
};

type PublicWrite = Extract<keyof typeof publicApi, `POST ${string}`>;

const publicWriters: Record<PublicWrite, Writer | "shows nothing"> = {
  "POST /keywords/create": ({ page }) => callerOf(baseUrl, page)("/keywords/create", { method: "POST" }),
  "POST /keywords/update": ({ page, keywords: [keyword_id], offer: { flow_id } }) =>
    callerOf(baseUrl, page)("/keywords/update", { json: { keyword_id, update: { flow_id } } }),
  "POST /flows/send_flow": "shows nothing",
  "POST /flows/send_content": "shows nothing",
};

for (const [route, write] of Object.entries({ ...consoleWriters, ...publicWriters })) {
  if (write === "shows nothing") continue;
  test(`${route} raises the revision together with its change`, async () => {
    const shop = await aShop();
    const before = await readAll(baseUrl, shop);

    await write(shop);

    const [kept, stored] = [await readAll(baseUrl, shop), await readAll(freshUrl, shop)];
    assert.deepEqual(kept, stored);
    assert.notDeepEqual(kept, before, "the change shows nowhere");
  });
}

test("the table holds every write of the management API on a page", () => {
  const writes = Object.keys(managementApi).filter((key) => / \/pages\/:page_id/.test(key) && !key.startsWith("GET "));

  assert.deepEqual(writes.sort(), Object.keys(consoleWriters).sort());
});

async function readAll(url: string, { page, sales }: Shop): Promise<[string, string][]> {
  const call = callerOf(url, page);
  const paths = [
    "/flows",
    "/flows/[]",
    `/flows/[${sales.folder_id}]`,
    "/keywords",
    "/ice_breaker",
    "/main_menu",
    "/tools",
  ];
  return Promise.all(paths.map(async (path): Promise<[string, string]> => [path, (await call(path)).text]));
}
