import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { mediaPathOf } from "../../../../domain/media/addresses.ts";
import { deleteMedia } from "../../../../domain/media/library.ts";
import { storeUpload } from "../../../../domain/media/upload.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { listMedia } from "../../../../store/media/media.ts";
import { testApp, testFolder } from "../../../../test/app.ts";
import { aFlow, aPageFile } from "../../../../test/builders.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { aPng } from "../../../../test/sample-files.ts";

const { baseUrl, deps } = await testApp({ after }, { dataDir: testFolder({ after }) });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);
const photo = aPng({ width: 3, height: 3 });

async function store(pageId: string, bytes = photo, name = "áo dài.png") {
  const upload = { name, declaredType: "image/png", length: bytes.length, body: Readable.from([bytes]) };
  return storeUpload(deps, { pageId, userId: owner.userId, psid: null }, upload);
}

/** Shows a picture, tags the customer, and goes to another flow. */
function sales(url: string): JsonObject {
  return {
    version: 1,
    start: "show",
    steps: {
      show: { type: "message", content: { messages: [{ type: "image", url }] }, next: "mark" },
      mark: { type: "action", actions: [{ action: "add_tag", tag: "Buyer" }], next: "ask" },
      ask: {
        type: "ask",
        content: { messages: [{ type: "text", text: "Size, {{nick}}?" }] },
        accept: "text",
        save_to: "size",
        next: { answered: "go", gave_up: null, no_reply: null },
      },
      go: { type: "goto", flow: "Thanks" },
    },
  };
}

/** A page with a flow in a folder, and things that the flow does not use. */
async function aShop() {
  const pageId = await aPageOf(deps, owner);
  const url = mediaPathOf(deps, await store(pageId));
  const file = aPageFile({
    tags: ["Buyer", "Unused"],
    fields: [
      { name: "size", type: "text" },
      { name: "nick", type: "text" },
      { name: "unused", type: "text" },
    ],
    folders: ["Shop", "Shop/Sales", "Other"],
    flows: [{ name: "Shop/Sales/Dress", published: true, document: sales(url) }, aFlow("Thanks"), aFlow("Other/Rest")],
  });
  await applyPageFile(deps, pageId, file, { prune: true });
  const { flows } = await api("GET /pages/:page_id/tree", { params: { page_id: pageId } });
  const flowId = flows.find(({ name }) => name === "Dress")?.id ?? 0;
  const exported = (query: { with_flows?: "true"; contents?: "true" }) =>
    api("GET /pages/:page_id/flows/:flow_id/file", {
      params: { page_id: pageId, flow_id: flowId },
      query,
    }) as Promise<PageFile>;
  return { pageId, url, flowId, exported };
}

const params = (pageId: string) => ({ page_id: pageId });
const plan = (pageId: string, file: unknown, rest: object = {}) =>
  api("POST /pages/:page_id/file/plan", { params: params(pageId), body: { file, ...rest } });
const apply = (pageId: string, file: unknown, rest: object = {}) =>
  api("POST /pages/:page_id/file/apply", { params: params(pageId), body: { file, ...rest } });
const fileOf = (pageId: string) =>
  api("GET /pages/:page_id/file", { params: params(pageId) }) as Promise<Required<PageFile>>;
const library = (pageId: string) =>
  listMedia(deps.db, pageId, { kind: undefined, source: "member", foldedSearch: "", before: undefined, limit: 50 });

test("a flow is exported with what it uses, and with the flows it leads to on request", async () => {
  const { url, exported } = await aShop();

  const alone = await exported({});
  const all = await exported({ with_flows: "true", contents: "true" });

  assert.equal(alone.page, undefined);
  assert.deepEqual(alone.tags, ["Buyer"]);
  assert.deepEqual(
    alone.fields?.map(({ name }) => name),
    ["size", "nick"],
  );
  assert.deepEqual(alone.folders, ["Shop", "Shop/Sales"]);
  assert.deepEqual(
    alone.flows?.map(({ name }) => name),
    ["Shop/Sales/Dress"],
  );
  assert.match(JSON.stringify(alone.flows), /"type":"goto","flow":null/);
  assert.deepEqual(
    alone.media?.map(({ path, name, content }) => [path, name, content]),
    [[url, "áo dài.png", undefined]],
  );
  assert.deepEqual(
    all.flows?.map(({ name }) => name),
    ["Shop/Sales/Dress", "Thanks"],
  );
  assert.match(JSON.stringify(all.flows), /"type":"goto","flow":"Thanks"/);
  assert.equal(all.media?.[0]?.content, photo.toString("base64"));
});

test("a flow is copied to another page of the server, with its picture, tag and fields", async () => {
  const { url, exported } = await aShop();
  const other = await aPageOf(deps, owner);
  const file = await exported({ with_flows: "true" });

  const planned = await plan(other, file);
  const before = await library(other);
  await apply(other, file);
  const [copy] = await library(other);
  const again = await plan(other, file);
  const after = await fileOf(other);

  assert.deepEqual(before, []);
  assert.deepEqual(
    planned.changes.map(({ what, name }) => `${what} ${name}`),
    [
      ...["tag Buyer", "field size", "field nick", "folder Shop", "folder Shop/Sales"],
      ...["flow Shop/Sales/Dress", "flow Thanks", "media áo dài.png"],
    ],
  );
  assert.deepEqual([planned.missing_media, again.changes], [[], []]);
  assert.ok(copy && copy.name === "áo dài.png");
  const path = mediaPathOf(deps, copy);
  assert.ok(JSON.stringify(after.flows).includes(path) && !JSON.stringify(after.flows).includes(url));
  assert.deepEqual(Buffer.from(await (await fetch(`${baseUrl}${path}`)).arrayBuffer()), photo);
});

test("a page that has the same picture uses its own", async () => {
  const { exported } = await aShop();
  const other = await aPageOf(deps, owner);
  const own = await store(other, photo, "mine.png");

  await apply(other, await exported({ with_flows: "true" }));

  assert.equal((await library(other)).length, 1);
  assert.ok(JSON.stringify((await fileOf(other)).flows).includes(mediaPathOf(deps, own)));
});

test("a file from elsewhere brings its pictures, or names those that are missing", async () => {
  const { pageId, exported } = await aShop();
  const bare = await exported({ with_flows: "true" });
  const full = await exported({ with_flows: "true", contents: "true" });
  const [picture] = await library(pageId);
  await deleteMedia(deps, pageId, picture?.id ?? 0);
  const [poor, rich] = [await aPageOf(deps, owner), await aPageOf(deps, owner)];

  const missing = await apply(poor, bare);
  const brought = await apply(rich, full);

  assert.deepEqual([missing.missing_media, await library(poor)], [["áo dài.png"], []]);
  assert.deepEqual(brought.missing_media, []);
  assert.equal((await library(rich)).length, 1);
});

test("content that does not fit its hash, or is not a picture, is refused and changes nothing", async () => {
  const { pageId, exported } = await aShop();
  const full = await exported({ with_flows: "true", contents: "true" });
  const [picture] = await library(pageId);
  await deleteMedia(deps, pageId, picture?.id ?? 0);
  const other = await aPageOf(deps, owner);
  const forged = (content: string, sha256?: string) => ({
    ...full,
    media: full.media?.map((each) => ({ ...each, content, ...(sha256 && { sha256 }) })),
  });

  await assert.rejects(apply(other, forged(aPng({ width: 9, height: 9 }).toString("base64"))), { status: 400 });
  await assert.rejects(apply(other, forged("no base64!")), { status: 400 });
  await assert.rejects(apply(other, { ...full, media: [{ ...full.media?.[0], path: "/etc/passwd" }] }), {
    status: 400,
  });

  assert.deepEqual([await library(other), (await fileOf(other)).flows ?? []], [[], []]);
});

test("a file that cannot be applied stores no pictures", async () => {
  const { exported } = await aShop();
  const file = await exported({ with_flows: "true" });
  const other = await aPageOf(deps, owner);

  await assert.rejects(apply(other, { ...file, tags: [] }), { status: 400 });

  assert.deepEqual(await library(other), []);
});

test("changes are left out: the page keeps its name, and its flows or gets the new ones beside them", async () => {
  const pageId = await aPageOf(deps, owner);
  const other = await aPageOf(deps, owner);
  await applyPageFile(deps, pageId, aPageFile({ flows: [aFlow("Hello", "New")], tags: ["a"] }), { prune: true });
  await applyPageFile(
    deps,
    other,
    aPageFile({
      page: { ...aPageFile().page, name: "Bakery" },
      flows: [aFlow("Hello", "Old"), aFlow("Mine")],
      tags: ["b"],
    }),
    { prune: true },
  );
  const file = await fileOf(pageId);
  const name = { what: "page", name: file.page.name };

  await apply(other, file, {
    prune: true,
    leave_out: [name, { what: "flow", name: "Mine" }, { what: "tag", name: "b" }],
  });
  const replaced = await fileOf(other);
  await applyPageFile(deps, other, { ...replaced, flows: [aFlow("Hello", "Old")] }, { prune: false });
  await apply(other, { ...file, keywords: [keyword("Hello")] }, { keep_flows: true, leave_out: [name] });
  const beside = await fileOf(other);

  assert.equal(replaced.page.name, "Bakery");
  assert.deepEqual(
    [replaced.tags, replaced.flows.map(({ name }) => name)],
    [
      ["a", "b"],
      ["Hello", "Mine"],
    ],
  );
  assert.match(JSON.stringify(replaced.flows[0]), /New/);
  assert.deepEqual(beside.flows.map(({ name }) => name).sort(), ["Hello", "Hello (2)", "Mine"]);
  assert.equal(beside.keywords[0]?.flow, "Hello (2)");
});

test("leaving out what other parts need is refused, and says what is missing", async () => {
  const { exported } = await aShop();
  const other = await aPageOf(deps, owner);

  await assert.rejects(apply(other, await exported({}), { leave_out: [{ what: "tag", name: "Buyer" }] }), (error) => {
    assert.match(JSON.stringify(error), /must be the name of a tag that is there/);
    return true;
  });
});

function keyword(flow: string) {
  return { name: "Hi", match: "is", phrases: ["hi"], excludes: [], flow, is_activated: true };
}
