import assert from "node:assert/strict";
import { after, test } from "node:test";
import { schedulePublishing, switchFlow } from "../domain/catalog/flow-schedule.ts";
import { findFlow } from "../store/catalog/flows.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aDocument, aFlow, aKeyword, aPage } from "../test/builders.ts";
import { pageUrl } from "../test/call.ts";
import { testNode } from "../test/node.ts";
import { aMember, aPageOf, signedIn } from "../test/people.ts";
import { until } from "../test/until.ts";
import { aVisitor, type ChatMessage } from "../test/visitor.ts";

const database = await testDatabase({ after });
const { baseUrl, deps } = await testNode({ after }, {}, database);
// Two nodes look for flows whose time has come.
await testNode({ after }, {}, database);

const texts = (messages: ChatMessage[]) =>
  messages.flatMap(({ from, text }) => (from === "page" && text !== undefined ? [text] : []));

const order = {
  name: "Order",
  published: true,
  document: {
    version: 1 as const,
    start: "menu",
    steps: {
      menu: {
        type: "message",
        content: {
          messages: [
            { type: "text", text: "What would you like?", buttons: [{ type: "step", title: "Cake", step: "cake" }] },
          ],
        },
        next: null,
      },
      cake: { type: "message", content: { messages: [{ type: "text", text: "Which size?" }] }, next: null },
    },
  },
};

test("a flow that is off starts nowhere, its conversations go on, and it starts again when it is on", async () => {
  const { pageId, token } = await aPage(deps, {
    flows: [order, aFlow("Sorry", "We are closed")],
    keywords: [aKeyword("order", "Order")],
    ice_breakers: [{ title: "Order", flow: "Order" }],
    page: { name: "Shop", timezone: "UTC", welcome: null, default_reply: "Sorry" },
  });
  const flowId = await idOf(pageId, "Order");
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("order");
  const [menu] = (await visitor.hear((messages) => texts(messages).length === 1)).filter(({ from }) => from === "page");
  const button = menu?.buttons?.[0]?.payload ?? assert.fail();

  await switchFlow(deps, pageId, flowId, false);
  const sent = await fetch(`${pageUrl(baseUrl, pageId)}/flows/send_flow`, {
    method: "POST",
    headers: { "access-token": token, "content-type": "application/json" },
    body: JSON.stringify({ psid: visitor.psid, flow_id: flowId }),
  });
  await visitor.say("order");
  await visitor.hear((messages) => texts(messages).length === 2);
  await visitor.press(button);
  await visitor.hear((messages) => texts(messages).length === 3);
  const profile = await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/profile`);
  await switchFlow(deps, pageId, flowId, true);
  await visitor.say("order");

  const heard = await visitor.hear((messages) => texts(messages).length === 4);
  assert.deepEqual(texts(heard), ["What would you like?", "We are closed", "Which size?", "What would you like?"]);
  assert.equal(sent.status, 409);
  assert.equal(sent.headers.get("x-error-code"), "flow_not_published");
  assert.equal(profile.status, 200);
  assert.doesNotMatch(await profile.text(), /"title":"Order"/);
});

async function idOf(pageId: string, name: string): Promise<number> {
  const { id } = await deps.db.get<{ id: number }>(sql`
    select id from flows where page_id = ${pageId} and name = ${name}`);
  return id;
}

/** A draft that is to be published, and whose time has come. */
async function aDueFlow(draft: object) {
  const owner = await aMember(deps, { name: "Ann Baker" });
  const pageId = await aPageOf(deps, owner);
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId };
  const body = { name: "Sale", folder_id: null, draft: aDocument("Sale!") };
  const { id: flow_id } = await api("POST /pages/:page_id/flows", { params, body });
  await schedulePublishing(deps, pageId, flow_id, {
    at: new Date(Date.now() + 3_600_000),
    by: owner.userId,
    revision: 1,
  });
  await api("PUT /pages/:page_id/flows/:flow_id/draft", {
    params: { page_id: pageId, flow_id },
    body: { draft: draft as never, revision: 1 },
  });
  await deps.db.count(sql`update flows set publish_at = now() where page_id = ${pageId} and id = ${flow_id}`);
  return { owner, pageId, api, params, flow_id };
}

test("the draft is published once at its time, under the name of its owner", async () => {
  const { owner, api, pageId, flow_id } = await aDueFlow(aDocument("Big sale!"));
  const params = { page_id: pageId, flow_id };

  await until(async () => (await findFlow(deps.db, pageId, flow_id))?.publishedVersion === 1);

  const { versions } = await api("GET /pages/:page_id/flows/:flow_id/versions", { params });
  const flow = await api("GET /pages/:page_id/flows/:flow_id", { params });
  const { entries } = await api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: owner.workspaceId },
  });
  assert.deepEqual(
    versions.map(({ version, published_by }) => [version, published_by]),
    [[1, "Ann Baker"]],
  );
  assert.deepEqual([flow.published, flow.publish_at], [aDocument("Big sale!"), null]);
  assert.equal(entries.filter(({ action }) => action === "flow_published_on_time").length, 1);
});

test("a draft with mistakes is not published at its time, and the team is told once", async () => {
  const { api, pageId, flow_id } = await aDueFlow({ version: 1, start: null, steps: {} });
  const told = async () =>
    (await api("GET /notifications")).notifications.filter(({ kind }) => kind === "publish_failed");

  await until(async () => (await told()).length > 0);

  assert.deepEqual(
    (await told()).map(({ page_id, flow_id, text }) => ({ page_id, flow_id, text })),
    [{ page_id: pageId, flow_id, text: "Sale" }],
  );
  const flow = await api("GET /pages/:page_id/flows/:flow_id", { params: { page_id: pageId, flow_id } });
  assert.deepEqual([flow.published_version, flow.publish_at], [null, null]);
});
