import assert from "node:assert/strict";
import { after, test } from "node:test";
import { publicApi } from "@banter/core/api/public.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { loadPageState } from "../../domain/page-file/state.ts";
import { sql } from "../../store/db/sql.ts";
import { testApp } from "../../test/app.ts";
import { aFlow, aPage } from "../../test/builders.ts";
import { pageUrl } from "../../test/call.ts";
import { comparable, rawRequest } from "../../test/raw-http.ts";
import { aVisitor } from "../../test/visitor.ts";

const { baseUrl, deps } = await testApp({ after }, { rateLimit: { perSecond: 1, burst: 1_000_000 } });
const [mine, theirs] = [await aShop(), await aShop()];
const neverExisted = 999_999_999;

type Shop = Awaited<ReturnType<typeof aShop>>;
type Input = { params?: JsonObject; query?: JsonObject; body?: JsonObject };

/** A valid call of each route. Every number and every psid in it is an id, to be replaced by another page's. */
const calls: Record<keyof typeof publicApi, (shop: Shop) => Input> = {
  "GET /flows": ({ folder, inner }) => ({ query: { path: [folder, inner] } }),
  "GET /flows/:path": ({ folder, inner }) => ({ params: { path: [folder, inner] } }),
  "GET /flows/:flow_id/statistics": ({ flow }) => ({ params: { flow_id: flow } }),
  "GET /keywords": () => ({}),
  "GET /ice_breaker": () => ({}),
  "GET /main_menu": () => ({}),
  "GET /tools": () => ({}),
  "POST /keywords/create": ({ flow }) => ({ body: { flow_id: flow } }),
  "POST /keywords/update": ({ keyword, flow }) => ({ body: { keyword_id: keyword, update: { flow_id: flow } } }),
  "POST /flows/send_flow": ({ psid, flow }) => ({ body: { psid, flow_id: flow } }),
  "POST /flows/send_content": ({ psid, flow, tag, field }) => ({
    body: {
      psid,
      data: {
        version: "v2",
        content: {
          messages: [{ type: "text", text: "Hello", buttons: [{ type: "flow", title: "Go", flow_id: flow }] }],
          quick_replies: [{ type: "flow", caption: "Go", flow_id: flow }],
          actions: [
            { action: "add_tag", tag_id: tag },
            { action: "remove_tag", tag_id: tag },
            { action: "set_custom_field", action_id: field, action_value: "M" },
          ],
        },
      },
    },
  }),
};

const before = await rowsOf(theirs.pageId);

for (const key of Object.keys(publicApi) as (keyof typeof publicApi)[]) {
  const input = calls[key](mine);

  test(`${key} answers as the page's own`, async () => {
    const answer = await ask(key, mine.pageId, input);

    assert.equal(answer.status, 200, answer.bytes);
  });

  test(`${key} reveals nothing of another page`, async () => {
    const foreign = await ask(key, theirs.pageId, calls[key](theirs));
    const unknown = await ask(key, "web_999999999", calls[key](theirs));

    assert.equal(foreign.status, 401);
    assert.equal(bare(foreign), bare(unknown));
  });

  for (const place of placesIn(input)) {
    test(`${key} treats another page's id at ${place.join("/")} as unknown`, async () => {
      const isPsid = place.at(-1) === "psid";
      const unknown = await ask(key, mine.pageId, put(input, place, isPsid ? `web_${neverExisted}` : neverExisted));

      const foreign = isPsid ? [theirs.psid] : theirs.ids;
      const answers = await Promise.all(foreign.map((id) => ask(key, mine.pageId, put(input, place, id))));

      assert.deepEqual([...new Set(answers.map(bare))], [bare(unknown)]);
    });
  }
}

test("none of these calls changed the other page", async () => {
  assert.deepEqual(await rowsOf(theirs.pageId), before);
});

async function aShop() {
  const { pageId, token } = await aPage(deps, {
    tags: ["vip"],
    fields: [{ name: "size", type: "text" }],
    folders: ["Sales", "Sales/Orders"],
    flows: [aFlow("Welcome"), aFlow("Sales/Orders/Confirm")],
    keywords: [{ name: "Hi", match: "is", phrases: ["hi"], excludes: [], flow: "Welcome", is_activated: true }],
    ice_breakers: [{ title: "Hi", flow: "Welcome" }],
    main_menu: [{ title: "Hi", flow: "Welcome" }],
    tools: [{ type: "qr_code", name: "Poster", ref: "poster", flow: "Welcome", is_published: true }],
  });
  const { psid } = await aVisitor(baseUrl, pageId);
  const state = (await loadPageState(deps.db, pageId)) ?? assert.fail();
  const kinds = [
    state.folders,
    state.flows,
    state.keywords,
    state.iceBreakers,
    state.menuItems,
    state.tools,
    state.tags,
    state.fields,
  ];
  const ids = kinds.flat().map(({ id }) => id);
  const [folder, inner, flow, , keyword, , , , tag, field] = ids;
  return { pageId, token, psid, ids, folder, inner, flow, keyword, tag, field };
}

function ask(key: string, pageId: string, { params = {}, query = {}, body }: Input) {
  const [method, path = ""] = key.split(" ");
  const text = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => text(params[name]));
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${text(value)}`)
    .join("&");
  const said = body ? JSON.stringify(body) : "";
  const head = [`${method} ${pageUrl("", pageId)}${filled}?${search} HTTP/1.1`, "Host: x", "Connection: close"];
  const type = ["content-type: application/json", `content-length: ${Buffer.byteLength(said)}`];
  return rawRequest(baseUrl, [...head, `access-token: ${mine.token}`, ...(body ? type : [])], said);
}

/** Headers without those that differ from call to call: the remaining requests and the send's id. */
function bare(answer: Awaited<ReturnType<typeof ask>>): string {
  return comparable(answer).replaceAll(/^(ratelimit|x-send-id): .*\r\n/gm, "");
}

function placesIn(value: unknown, place: string[] = []): string[][] {
  if (typeof value === "number" || place.at(-1) === "psid") return [place];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => placesIn(item, [...place, key]));
}

function put(input: Input, place: string[], id: unknown): Input {
  const copy = structuredClone(input);
  let holder: JsonObject = copy;
  for (const key of place.slice(0, -1)) holder = holder[key] as JsonObject;
  holder[place.at(-1) ?? ""] = id;
  return copy;
}

/** All rows of the page in all tables with a page_id. */
function rowsOf(pageId: string): Promise<{ table: string; rows: string }[]> {
  return deps.db.many(sql`
    select table_name as table,
           query_to_xml(format('select * from %I as row where page_id = %L order by row::text', table_name, ${pageId}::text),
                        true, false, '')::text as rows
      from information_schema.columns
     where table_schema = 'public' and column_name = 'page_id'
     order by table_name`);
}
