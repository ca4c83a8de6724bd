import assert from "node:assert/strict";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { loadPageState } from "../../domain/page-file/state.ts";
import { createPageToken } from "../../domain/pages/page-tokens.ts";
import type { Node } from "../../node.ts";
import { aFlow, aKeyword, aPageFile } from "../builders.ts";
import { callerOf } from "../call.ts";
import { isDigested } from "../database/digested.ts";
import { aMember, aPageOf, type Browser, signedIn } from "../people.ts";
import { aPng } from "../sample-files.ts";
import { until } from "../until.ts";
import { aVisitor } from "../visitor.ts";

/** One thing of every kind that a call of the APIs can name, by the name of its parameter. */
export type Ids = Record<string, string | number>;

export type Workspace = { owner: Browser; ids: Ids; token: string };

/**
 * A workspace with a page, and on the page one of everything that has an id. Nothing of it changes by itself any more.
 * `name` must be another one each time.
 */
export async function aWorkspace({ baseUrl, deps }: Pick<Node, "baseUrl" | "deps">, name: string): Promise<Workspace> {
  const member = await aMember(deps);
  const { workspaceId } = member;
  const owner = await signedIn(baseUrl, member);
  const colleague = await aMember(deps, { role: "editor", workspaceId });
  const pageId = await aPageOf(deps, { workspaceId });
  await applyPageFile(deps, pageId, fileNamed(name), { prune: true });
  const token = await createPageToken(deps, pageId);
  const state = (await loadPageState(deps.db, pageId)) ?? assert.fail();
  const first = (list: { id: number }[]) => list[0]?.id ?? assert.fail();
  const catalog = {
    workspace_id: workspaceId,
    page_id: pageId,
    user_id: colleague.userId,
    folder_id: first(state.folders),
    flow_id: first(state.flows),
    keyword_id: first(state.keywords),
    ice_breaker_id: first(state.iceBreakers),
    menu_item_id: first(state.menuItems),
    tool_id: first(state.tools),
    tag_id: first(state.tags),
    field_id: first(state.fields),
    segment_id: first(state.segments),
    sequence_id: first(state.sequences),
    rule_id: first(state.rules),
    source_id: first(state.knowledge),
    evaluation_id: first(state.evaluations),
    name: `${name}_key`,
    version: 1,
  };
  const conversation = await aConversation(baseUrl, pageId, owner, { token, flowId: catalog.flow_id });
  const more = await moreOf(baseUrl, owner, { ...catalog, ...conversation });
  await until(() => isDigested(deps.db, pageId));
  return { owner, token, ids: { ...catalog, ...conversation, ...more } };
}

function fileNamed(name: string) {
  return aPageFile({
    tags: [`${name} tag`],
    fields: [{ name: `${name}_size`, type: "text" }],
    folders: [`${name} folder`],
    flows: [aFlow(`${name} folder/Welcome`)],
    keywords: [aKeyword("hi", `${name} folder/Welcome`)],
    ice_breakers: [{ title: "Hi", flow: `${name} folder/Welcome` }],
    main_menu: [{ title: "Hi", flow: `${name} folder/Welcome` }],
    tools: [
      { type: "qr_code", name: "Poster", ref: `${name}-poster`, flow: `${name} folder/Welcome`, is_published: true },
    ],
    sequences: [{ name: "Tips", steps: [{ id: "one", wait_seconds: 60, flow: `${name} folder/Welcome` }], leave: {} }],
    rules: [
      {
        ...{ name: "Tags", when: { type: "tag_removed", tag: `${name} tag` }, often: { type: "once" } },
        do: { actions: [{ action: "enter_sequence", sequence: "Tips" }] },
      },
    ],
    knowledge: [{ kind: "text", name: "Opening hours", text: "We open at nine." }],
    evaluations: [
      {
        ...{ name: "Greeting", flow: `${name} folder/Welcome`, step: "ai", blocks: false },
        questions: [{ said: [{ from: "customer", text: "Hi" }], expects: [] }],
      },
    ],
    segments: [
      { name: "Tagged", condition: { match: "all", rules: [{ type: "tag", tag: `${name} tag`, has: true }] } },
    ],
  });
}

/** A customer who has written and was answered, and a send of the public API. */
async function aConversation(
  baseUrl: string,
  pageId: string,
  owner: Browser,
  { token, flowId }: { token: string; flowId: number },
) {
  const { psid, say } = await aVisitor(baseUrl, pageId);
  await say("hi");
  const sent = await callerOf(baseUrl, { pageId, token })("/flows/send_flow", { json: { psid, flow_id: flowId } });
  const messages = async () => {
    const params = { page_id: pageId, psid };
    return (await owner.api("GET /pages/:page_id/conversations/:psid/messages", { params })).messages;
  };
  await until(async () => (await messages()).length >= 3);
  const [message = assert.fail()] = await messages();
  return { psid, message_id: message.id, send_id: Number(sent.headers.get("x-send-id")) };
}

const aVariant = {
  type: "content" as const,
  content: { messages: [{ type: "text" as const, text: "New in!" }] },
};

async function moreOf(
  baseUrl: string,
  { api, fetch }: Browser,
  ids: { page_id: string; workspace_id: number; psid: string; tag_id: number; name: string },
) {
  const { page_id, workspace_id, psid, tag_id } = ids;
  const params = { page_id };
  const invited = await api("POST /workspaces/:workspace_id/invitations", {
    params: { workspace_id },
    body: { role: "viewer" },
  });
  const note = await api("POST /pages/:page_id/conversations/:psid/notes", {
    params: { page_id, psid },
    body: { text: "Likes tea" },
  });
  const contact = await api("POST /pages/:page_id/customers", { params, body: { first_name: "Contact" } });
  const reply = await api("POST /pages/:page_id/saved_replies", { params, body: { name: "Hi", text: "Hello" } });
  const view = await api("POST /pages/:page_id/inbox_views", {
    params,
    body: {
      ...{ name: "VIP", filter: "waiting", member: null },
      condition: { match: "all", rules: [{ type: "tag", tag_id, has: true }] },
    },
  });
  await api("POST /pages/:page_id/tokens", { params, body: { name: "till", scope: "read" } });
  const { tokens } = await api("GET /pages/:page_id/tokens", { params });
  const job = await api("POST /pages/:page_id/customer_jobs", {
    params,
    body: { action: { type: "add_tag", tag_id }, customers: { psids: [psid] } },
  });
  const broadcast = await api("POST /pages/:page_id/broadcasts", {
    params,
    body: { name: "News", spec: { audience: { type: "psids", psids: [psid] }, variants: [aVariant] } },
  });
  const jobNow = () => api("GET /pages/:page_id/customer_jobs/:job_id", { params: { page_id, job_id: job.id } });
  await until(async () => (await jobNow()).state === "done");
  await api("PUT /pages/:page_id/secrets/:name", {
    params: { page_id, name: ids.name },
    body: { value: "correct horse", hosts: ["shop.example"] },
  });
  const { endpoint } = await api("POST /pages/:page_id/event_endpoints", {
    params,
    body: { name: "Till", url: "https://shop.example/events", types: ["goal.reached"] },
  });
  const at = { page_id, endpoint_id: endpoint.id };
  const sent = await api("POST /pages/:page_id/event_endpoints/:endpoint_id/test", { params: at });
  const deliveries = () => api("GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries", { params: at });
  await until(async () => (await deliveries()).deliveries[0]?.answer != null);
  const { hook } = await api("POST /pages/:page_id/incoming_hooks", {
    params,
    body: { name: "Orders", mapping: { customer: { by: "email", path: "email" } } },
  });
  const uploaded = await fetch(`${baseUrl}/api/v1/pages/${page_id}/media`, {
    method: "POST",
    headers: { "x-file-name": "red.png" },
    body: new Uint8Array(aPng()),
  });
  const media = (await uploaded.json()) as { id: number };
  return {
    invitation_id: invited.invitation.id,
    note_id: note.id,
    reply_id: reply.id,
    view_id: view.id,
    token_id: tokens[0]?.id ?? assert.fail(),
    job_id: job.id,
    broadcast_id: broadcast.id,
    media_id: media.id,
    endpoint_id: endpoint.id,
    event_id: sent.id,
    hook_id: hook.id,
    contact_psid: contact.psid,
  };
}
