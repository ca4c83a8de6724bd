import assert from "node:assert/strict";
import { after, test } from "node:test";
import { templateNames } from "@banter/core/api/template-choice.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);
const workspace = { workspace_id: owner.workspaceId };

const aPage = (template?: { name: "faq"; language: "vi" }) =>
  api("POST /workspaces/:workspace_id/pages", {
    params: workspace,
    body: { channel: "webchat", name: "Shop chat", timezone: "Asia/Ho_Chi_Minh", ...(template && { template }) },
  });

const stepsOf = async (page_id: string) => {
  const { first_steps } = await api("GET /pages/:page_id/home", { params: { page_id } });
  return first_steps && Object.fromEntries(first_steps.map(({ name, is_done }) => [name, is_done]));
};

test("the templates are listed in both languages", async () => {
  for (const language of ["en", "vi"] as const) {
    const { templates } = await api("GET /templates", { query: { language } });

    assert.deepEqual(
      templates.map(({ name }) => name),
      [...templateNames],
    );
  }
});

test("a page made from a template has its own name and the template's flows, and greets at once", async () => {
  const page = await aPage({ name: "faq", language: "vi" });

  assert.equal(page.name, "Shop chat");
  assert.equal(page.look.language, "vi", "the chat's own words are in the template's language");
  assert.notEqual(page.welcome_flow_id, null);
  const visitor = await aVisitor(baseUrl, page.id);
  await visitor.say("xin chào");
  await visitor.hear((messages) => messages.some(({ text }) => text?.includes("Shop chat")));
});

test("an unknown template is refused, and no page is left behind", async () => {
  const pages = () => api("GET /workspaces/:workspace_id/pages", { params: workspace });
  const before = (await pages()).pages.length;

  await assert.rejects(aPage({ name: "casino" as "faq", language: "vi" }), { status: 400 });

  assert.equal((await pages()).pages.length, before);
});

test("adding a template to a page is planned, then recorded in the audit log", async () => {
  const { id: page_id } = await aPage();
  const body = { name: "booking", language: "en" } as const;

  const { changes } = await api("POST /pages/:page_id/template/plan", { params: { page_id }, body });
  const { changed, welcome_flow_id } = await api("POST /pages/:page_id/template", { params: { page_id }, body });

  assert.equal(changed, changes.length);
  assert.notEqual(welcome_flow_id, null);
  const { entries } = await api("GET /workspaces/:workspace_id/audit", { params: workspace });
  assert.ok(entries.some(({ action, subject }) => action === "template_added" && subject === "booking"));
});

test("the first steps tick themselves off from facts, and go away when they are closed", async () => {
  const { id: page_id } = await aPage();
  assert.deepEqual(await stepsOf(page_id), {
    ...{ flow_published: false, welcome_set: false, default_reply_set: false, keyword_added: false },
    ...{ chat_shared: false, customer_wrote: false, team_invited: false },
  });

  await api("POST /pages/:page_id/template", { params: { page_id }, body: { name: "shop", language: "en" } });
  await (await aVisitor(baseUrl, page_id)).say("hello");
  await until(async () => (await stepsOf(page_id))?.customer_wrote === true);
  assert.deepEqual(await stepsOf(page_id), {
    ...{ flow_published: true, welcome_set: true, default_reply_set: true, keyword_added: true },
    ...{ chat_shared: false, customer_wrote: true, team_invited: false },
  });

  await api("PATCH /pages/:page_id", { params: { page_id }, body: { origins: ["https://shop.example.com"] } });
  await api("POST /workspaces/:workspace_id/invitations", { params: workspace, body: { role: "agent", email: null } });
  assert.equal(await stepsOf(page_id), null);

  const { id: other } = await aPage();
  await api("POST /pages/:page_id/first_steps/close", { params: { page_id: other } });
  assert.equal(await stepsOf(other), null);
});

test("the server tells its version", async () => {
  assert.match((await api("GET /version")).version, /^\d+\.\d+\.\d+/);
});
