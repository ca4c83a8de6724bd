import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import { testApp } from "../../../test/app.ts";
import { aDocument } from "../../../test/builders.ts";
import { testNode } from "../../../test/node.ts";
import { aMember, aPageOf, type Browser, signedIn } from "../../../test/people.ts";
import { until } from "../../../test/until.ts";
import { aVisitor } from "../../../test/visitor.ts";

const { baseUrl, deps } = await testApp({ after });
const owner = await aMember(deps, { name: "Ann Baker" });
const { api } = await signedIn(baseUrl, owner);

/** A page with shorthands for its calls. */
async function aTree(browser: Pick<Browser, "api"> = { api }, on = deps, member = owner) {
  const page_id = await aPageOf(on, member);
  const params = { page_id };
  const { api } = browser;
  return {
    page_id,
    params,
    flow: async (name: string, folder_id: number | null = null, draft?: JsonObject) =>
      (await api("POST /pages/:page_id/flows", { params, body: { name, folder_id, draft } })).id,
    folder: async (name: string, parent_id: number | null = null) =>
      (await api("POST /pages/:page_id/folders", { params, body: { name, parent_id } })).id,
    get: (flow_id: number) => api("GET /pages/:page_id/flows/:flow_id", { params: { page_id, flow_id } }),
    save: (flow_id: number, revision: number, draft: JsonObject) =>
      api("PUT /pages/:page_id/flows/:flow_id/draft", { params: { page_id, flow_id }, body: { draft, revision } }),
    publish: (flow_id: number, revision: number) =>
      api("POST /pages/:page_id/flows/:flow_id/publish", { params: { page_id, flow_id }, body: { revision } }),
    names: async () => {
      const { folders, flows } = await api("GET /pages/:page_id/tree", { params });
      return { folders: folders.map(({ name }) => name), flows: flows.map(({ name }) => name) };
    },
  };
}

const goto = (flow_id: number | null) => ({ version: 1, start: "go", steps: { go: { type: "goto", flow_id } } });

test("a new flow is an empty draft, or the one given", async () => {
  const { flow, get } = await aTree();

  const empty = await get(await flow("Empty"));
  const given = await get(await flow("Given", null, aDocument("Hi")));

  assert.deepEqual(empty.draft, { version: 1, start: null, steps: {} });
  assert.deepEqual(
    [empty.revision, empty.published, empty.published_version, empty.has_changes],
    [1, null, null, true],
  );
  assert.deepEqual(given.draft, aDocument("Hi"));
});

test("the second of two editors to save gets a conflict, and nothing is lost", async () => {
  const { flow, get, save } = await aTree();
  const id = await flow("Hi");

  const { revision } = await save(id, 1, aDocument("first"));
  await assert.rejects(save(id, 1, aDocument("second")), { status: 409, code: "conflict" });

  assert.deepEqual((await get(id)).draft, aDocument("first"));
  await save(id, revision, aDocument("second"));
  assert.deepEqual((await get(id)).draft, aDocument("second"));
});

test("a malformed draft is refused with a pointer, and nothing is stored", async () => {
  const { flow, get, save } = await aTree();
  const id = await flow("Hi");

  const odd = save(id, 1, { version: 1, start: null, steps: { a: { type: "dance" } } });

  await assert.rejects(odd, { status: 400, code: "invalid_field" });
  assert.equal((await get(id)).revision, 1);
});

test("publishing stores a version and its author, unless the draft has changed", async () => {
  const { flow, get, save, publish, params } = await aTree();
  const id = await flow("Hi", null, aDocument("one"));

  assert.deepEqual(await publish(id, 1), { version: 1 });
  assert.equal((await get(id)).has_changes, false);
  await save(id, 1, aDocument("two"));
  assert.equal((await get(id)).has_changes, true);
  await assert.rejects(publish(id, 1), { status: 409 });
  assert.deepEqual(await publish(id, 2), { version: 2 });

  const { published, published_version } = await get(id);
  assert.deepEqual([published, published_version], [aDocument("two"), 2]);
  const { versions } = await api("GET /pages/:page_id/flows/:flow_id/versions", { params: { ...params, flow_id: id } });
  assert.deepEqual(
    versions.map(({ version, published_by }) => [version, published_by]),
    [
      [2, "Ann Baker"],
      [1, "Ann Baker"],
    ],
  );
});

test("a draft that cannot run is not published, and every error is reported", async () => {
  const { flow, publish } = await aTree();

  const refused = publish(await flow("Empty"), 1);

  await assert.rejects(refused, { status: 400, code: "invalid_field" });
});

test("an old version can be restored as the draft, and takes effect when published", async () => {
  const { flow, get, save, publish, params } = await aTree();
  const id = await flow("Hi", null, aDocument("one"));
  await publish(id, 1);
  await save(id, 1, aDocument("two"));
  await publish(id, 2);
  const of = { ...params, flow_id: id, version: 1 };
  const old = await api("GET /pages/:page_id/flows/:flow_id/versions/:version", { params: of });
  assert.deepEqual(old.document, aDocument("one"));

  const restore = (revision: number) =>
    api("POST /pages/:page_id/flows/:flow_id/versions/:version/restore", { params: of, body: { revision } });
  await assert.rejects(restore(1), { status: 409 });
  assert.deepEqual(await restore(2), { revision: 3 });

  const { draft, published } = await get(id);
  assert.deepEqual([draft, published], [aDocument("one"), aDocument("two")]);
  const missing = api("GET /pages/:page_id/flows/:flow_id/versions/:version", { params: { ...of, version: 9 } });
  await assert.rejects(missing, { status: 404, code: "not_found" });
});

test("flows are renamed, moved and ordered", async () => {
  const { flow, folder, names, params } = await aTree();
  const shop = await folder("Shop");
  const [a, , c] = [await flow("A"), await flow("B"), await flow("C"), await flow("Inside", shop)];
  const change = (flow_id: number, body: { name?: string; folder_id?: number | null; place?: number }) =>
    api("PATCH /pages/:page_id/flows/:flow_id", { params: { ...params, flow_id }, body });

  await change(c, { place: 0 });
  assert.deepEqual((await names()).flows, ["C", "A", "B", "Inside"]);
  const moved = await change(a, { name: "Z", folder_id: shop, place: 0 });

  assert.deepEqual([moved.name, moved.folder_id], ["Z", shop]);
  assert.deepEqual((await names()).flows, ["C", "B", "Z", "Inside"]);
  await assert.rejects(change(c, { name: "B" }), { status: 409 });
  await assert.rejects(change(c, { folder_id: 999_999 }), { status: 404 });
  await assert.rejects(change(c, { name: "a/b" }), { status: 400 });
});

test("a duplicated flow is a draft in the same folder, and references to itself lead to the copy", async () => {
  const { flow, get, save, params } = await aTree();
  const id = await flow("Loop");
  await save(id, 1, goto(id));

  const copy = await api("POST /pages/:page_id/flows/:flow_id/duplicate", { params: { ...params, flow_id: id } });

  assert.deepEqual([copy.name, copy.published_version], ["Loop (2)", null]);
  assert.deepEqual((await get(copy.id)).draft, goto(copy.id));
});

test("a duplicated folder has copies of everything, and references inside it lead to the copies", async () => {
  const { flow, folder, get, save, params } = await aTree();
  const outside = await flow("Outside");
  const shop = await folder("Shop");
  const orders = await folder("Orders", shop);
  const [here, there] = [await flow("Here", shop), await flow("There", orders)];
  await save(here, 1, goto(there));
  await save(there, 1, {
    version: 1,
    start: "hi",
    steps: {
      hi: {
        type: "message",
        content: {
          messages: [
            {
              type: "text",
              text: "Where to?",
              buttons: [
                { type: "flow", title: "Here", flow_id: here },
                { type: "flow", title: "Out", flow_id: outside },
              ],
            },
          ],
        },
        next: null,
      },
    },
  });

  const copy = await api("POST /pages/:page_id/folders/:folder_id/duplicate", {
    params: { ...params, folder_id: shop },
  });

  assert.deepEqual([copy.name, copy.parent_id], ["Shop (2)", null]);
  const { folders, flows } = await api("GET /pages/:page_id/tree", { params });
  const inner = folders.find(({ parent_id }) => parent_id === copy.id);
  const [newHere, newThere] = [copy.id, inner?.id].map(
    (id) => flows.find(({ folder_id }) => folder_id === id)?.id ?? 0,
  );
  assert.equal(inner?.name, "Orders");
  assert.deepEqual((await get(newHere ?? 0)).draft, goto(newThere ?? 0));
  const text = JSON.stringify((await get(newThere ?? 0)).draft);
  assert.match(text, new RegExp(`"flow_id":${newHere}\\b.*"flow_id":${outside}\\b`));
  assert.deepEqual((await get(here)).draft, goto(there), "the first one stays as it was");
});

test("a deleted folder's flows go to the trash, and can be restored or deleted permanently", async () => {
  const { flow, folder, names, params, page_id } = await aTree();
  const shop = await folder("Shop");
  const [a, b] = [await flow("A", shop), await flow("B", await folder("Orders", shop))];
  const trash = async () => (await api("GET /pages/:page_id/trash", { params })).flows.map(({ id }) => id);

  const gone = await api("DELETE /pages/:page_id/folders/:folder_id", { params: { page_id, folder_id: shop } });

  assert.deepEqual(gone.trashed_flow_ids.sort(), [a, b].sort());
  assert.deepEqual(await names(), { folders: [], flows: [] });
  assert.deepEqual((await trash()).sort(), [a, b].sort());

  await flow("A");
  const back = await api("POST /pages/:page_id/flows/:flow_id/restore", { params: { page_id, flow_id: a } });
  assert.deepEqual([back.name, back.folder_id], ["A (2)", null]);
  const forGood = (flow_id: number) => api("DELETE /pages/:page_id/trash/:flow_id", { params: { page_id, flow_id } });
  await assert.rejects(forGood(a), { status: 404, code: "flow_not_found" }, "only from the trash");
  await forGood(b);
  assert.deepEqual(await trash(), []);
  const restore = api("POST /pages/:page_id/flows/:flow_id/restore", { params: { page_id, flow_id: b } });
  await assert.rejects(restore, { status: 404 });
});

test("references to a permanently deleted flow become null", async () => {
  const { flow, publish, params, page_id } = await aTree();
  const id = await flow("Hi", null, aDocument());
  await publish(id, 1);
  await api("PATCH /pages/:page_id", { params, body: { welcome_flow_id: id } });
  const ice_breakers = [{ title: "Hi?", flow_id: id }];
  await api("PUT /pages/:page_id/ice_breakers", { params, body: { ice_breakers } });

  await api("DELETE /pages/:page_id/flows/:flow_id", { params: { page_id, flow_id: id } });
  await api("DELETE /pages/:page_id/trash/:flow_id", { params: { page_id, flow_id: id } });

  assert.equal((await api("GET /pages/:page_id", { params })).welcome_flow_id, null);
  const left = await api("GET /pages/:page_id/ice_breakers", { params });
  assert.equal(left.ice_breakers[0]?.flow_id, null);
});

test("a published flow runs at once, and its steps are counted", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const member = await aMember(deps);
  const browser = await signedIn(baseUrl, member);
  const { flow, publish, params, page_id } = await aTree(browser, deps, member);
  const id = await flow("Hi", null, aDocument("Good morning"));
  const visitor = await aVisitor(baseUrl, page_id);
  await publish(id, 1);
  await browser.api("POST /pages/:page_id/keywords", {
    params,
    body: {
      name: "Greets",
      match: "is",
      phrases: ["hello"],
      require: "any",
      excludes: [],
      typos: false,
      hours: null,
      flow_id: id,
      is_activated: true,
    },
  });

  await visitor.say("hello");
  const heard = await visitor.hear((messages) => messages.some(({ from }) => from === "page"));

  assert.equal(heard.at(-1)?.text, "Good morning");
  const counters = async () =>
    (await browser.api("GET /pages/:page_id/flows/:flow_id/counters", { params: { page_id, flow_id: id } })).steps.hi;
  assert.equal((await counters())?.sent, 1);
  await until(async () => (await counters())?.entered === 1);
  assert.deepEqual((await counters())?.exits, { next: 1 });
});
