import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "../../../test/app.ts";
import { aPageFile } from "../../../test/builders.ts";
import { aMember, aPageOf, signedIn } from "../../../test/people.ts";

const { baseUrl, deps } = await testApp({ after });
const typed = "Bearer sk_live_TOPSECRET";
const mask = "••••••••";

const typedUrl = "https://api.example.com/orders?api_key=TOPSECRET";
const typedBody = '{"key":"TOPSECRET"}';

function aCall(headers: { name: string; value: string }[], { url = typedUrl, body = typedBody } = {}) {
  return {
    version: 1 as const,
    start: "call",
    steps: { call: { type: "request", method: "POST", url, headers, body } },
  };
}

const headers = [
  { name: "authorization", value: typed },
  { name: "x-key", value: "Bearer {{secret.api_key}}" },
  { name: "accept", value: "application/json" },
];

/** A page with a published flow that calls a server, and a browser of an editor, a viewer and an agent. */
async function aTeam() {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const params = { page_id: pageId };
  const [editor, viewer, agent] = await Promise.all(
    (["editor", "viewer", "agent"] as const).map(async (role) =>
      signedIn(baseUrl, await aMember(deps, { role, workspaceId: owner.workspaceId })),
    ),
  );
  assert.ok(editor && viewer && agent);
  const flow = await editor.api("POST /pages/:page_id/flows", {
    params,
    body: { name: "Call", folder_id: null, draft: aCall(headers) },
  });
  const inFlow = { ...params, flow_id: flow.id };
  const { revision } = await editor.api("GET /pages/:page_id/flows/:flow_id", { params: inFlow });
  await editor.api("POST /pages/:page_id/flows/:flow_id/publish", { params: inFlow, body: { revision } });
  return { pageId, params, inFlow, revision, editor, viewer, agent };
}

test("only those who may build see addresses, header values and bodies of calls, in flows, versions and files", async () => {
  const { pageId, inFlow, editor, viewer, agent } = await aTeam();
  const flow = `/flows/${inFlow.flow_id}`;
  const paths = [flow, `${flow}/versions/1`, `${flow}/file`, "/file"];

  for (const path of paths) {
    const read = async ({ fetch }: typeof editor) => (await fetch(`${baseUrl}/api/v1/pages/${pageId}${path}`)).text();
    assert.match(await read(editor), /sk_live_TOPSECRET/, path);
    for (const browser of [viewer, agent]) {
      const text = await read(browser);
      assert.doesNotMatch(text, /sk_live|TOPSECRET/, path);
      assert.match(text, /"authorization","value":"••••••••"/);
      assert.match(text, /"url":"https:\/\/api\.example\.com\/••••••••"/);
      assert.match(text, /"body":"••••••••"/);
      assert.match(text, /Bearer \{\{secret\.api_key\}\}/);
      assert.match(text, /application\/json/);
    }
  }
});

test("a masked file or draft keeps the values it stands for", async () => {
  const { params, inFlow, revision, editor, viewer } = await aTeam();
  const valueNow = async () => {
    const { draft, published } = await editor.api("GET /pages/:page_id/flows/:flow_id", { params: inFlow });
    const values = [typed, typedUrl, typedBody].map((value) => JSON.stringify(value));
    return [draft, published].map((document) => values.every((value) => JSON.stringify(document).includes(value)));
  };

  const file = await viewer.api("GET /pages/:page_id/file", { params });
  const { changes } = await editor.api("POST /pages/:page_id/file/plan", { params, body: { file, prune: true } });
  assert.deepEqual(changes, []);
  await editor.api("POST /pages/:page_id/file/apply", { params, body: { file, prune: true } });
  assert.deepEqual(await valueNow(), [true, true]);

  const draft = {
    ...aCall(
      [
        { name: "x-new", value: "1" },
        { name: "Authorization", value: mask },
      ],
      { url: `https://api.example.com/${mask}`, body: mask },
    ),
    layout: { call: { x: 5, y: 5 } },
  };
  await editor.api("PUT /pages/:page_id/flows/:flow_id/draft", { params: inFlow, body: { draft, revision } });
  assert.deepEqual(await valueNow(), [true, true]);
});

test("the mask of an address with another host is refused", async () => {
  const { inFlow, revision, editor } = await aTeam();
  const draft = aCall(headers, { url: `https://evil.example/${mask}` });

  const saving = editor.api("PUT /pages/:page_id/flows/:flow_id/draft", { params: inFlow, body: { draft, revision } });

  const message = "is hidden, and there is no value it stands for: write the value";
  await assert.rejects(saving, { status: 400, faults: [{ path: "/steps/call/url", message }] });
});

test("a mask that stands for nothing is refused with its place, and nothing changes", async () => {
  const { params, inFlow, revision, editor } = await aTeam();
  const draft = aCall([{ name: "x-unknown", value: mask }]);
  const path = "/steps/call/headers/0/value";
  const message = "is hidden, and there is no value it stands for: write the value";

  const saving = editor.api("PUT /pages/:page_id/flows/:flow_id/draft", { params: inFlow, body: { draft, revision } });
  await assert.rejects(saving, { status: 400, faults: [{ path, message }] });
  const file = aPageFile({ flows: [{ name: "Other", published: true, document: draft as never }] });
  const applying = editor.api("POST /pages/:page_id/file/apply", { params, body: { file, prune: false } });
  await assert.rejects(applying, { status: 400, faults: [{ path: `/flows/0/document${path}`, message }] });
  const { flows } = await editor.api("GET /pages/:page_id/tree", { params });
  assert.deepEqual(
    flows.map(({ name }) => name),
    ["Call"],
  );
});
