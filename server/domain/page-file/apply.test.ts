import assert from "node:assert/strict";
import { after, test } from "node:test";
import { AppError } from "@banter/core/model/error.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { testDeps } from "../../test/app.ts";
import { aFlow, aPage, aPageFile } from "../../test/builders.ts";
import { idsByName, stateOf } from "../../test/page-state.ts";
import { createPage } from "../pages/pages.ts";
import { applyPageFile, planPageFile } from "./apply.ts";
import { readPageFile } from "./read.ts";

const deps = await testDeps({ after });
const prune = { prune: true };

const anEmptyPage = () => createPage(deps, { name: "Empty" });
const revisionOf = async (pageId: string) => (await findPage(deps.db, pageId))?.revision;

async function faultsOf(applying: Promise<unknown>): Promise<string[]> {
  const error = await applying.then(
    () => assert.fail("it was applied"),
    (error) => error,
  );
  assert.ok(error instanceof AppError && error.code === "invalid_field", String(error));
  return error.faults.map(({ path }) => path);
}

const aKeyword = (flow: string | null) => ({
  name: "Hi",
  match: "is" as const,
  phrases: ["hi"],
  excludes: [],
  flow,
  is_activated: true,
});
const aTool = (name: string, ref: string | null, flow: string | null = null) => ({
  type: "qr_code" as const,
  name,
  ref,
  flow,
  is_published: true,
});

test("a plan changes nothing", async () => {
  const { pageId } = await aPage(deps, { tags: ["vip"], flows: [aFlow("Hi")], keywords: [aKeyword("Hi")] });
  const before = [await stateOf(deps, pageId), await revisionOf(pageId)];

  const changes = await planPageFile(deps, pageId, aPageFile({ tags: [], flows: [aFlow("New")], keywords: [] }), prune);

  assert.deepEqual(changes, [
    { action: "remove", what: "tag", name: "vip" },
    { action: "create", what: "flow", name: "New" },
    { action: "remove", what: "flow", name: "Hi" },
    { action: "remove", what: "keyword", name: "Hi" },
  ]);
  assert.deepEqual([await stateOf(deps, pageId), await revisionOf(pageId)], before);
});

test("a section that the file does not have stays unchanged, even with prune", async () => {
  const { pageId } = await aPage(deps, { tags: ["vip"], flows: [aFlow("Hi")], keywords: [aKeyword("Hi")] });
  const before = await stateOf(deps, pageId);

  assert.deepEqual(await applyPageFile(deps, pageId, aPageFile(), prune), []);

  assert.deepEqual(await stateOf(deps, pageId), before);
});

test("names that do not resolve are refused with pointers, and nothing changes", async () => {
  const { pageId } = await aPage(deps, { tags: ["vip"], flows: [aFlow("Hi")] });
  const before = await stateOf(deps, pageId);
  const document = {
    version: 1 as const,
    start: "a",
    steps: {
      a: { type: "goto", flow: "Nowhere" },
      b: {
        type: "action",
        actions: [
          { action: "add_tag", tag: "gold" },
          { action: "clear_custom_field", field: "shoe" },
        ],
      },
    },
  };
  const { page } = aPageFile();

  const faults = await faultsOf(
    applyPageFile(
      deps,
      pageId,
      aPageFile({
        page: { ...page, welcome: "Nowhere", default_reply: "Hi" },
        folders: ["Sales/Orders"],
        flows: [{ name: "Sales/Hi", published: true, document }],
        keywords: [aKeyword(null), aKeyword("Nowhere")],
        ice_breakers: [{ title: "Hi", flow: "Nowhere" }],
        main_menu: [{ title: "Hi", flow: "Sales" }],
        tools: [aTool("Poster", null, "Nowhere")],
      }),
      { prune: false },
    ),
  );

  assert.deepEqual(faults.sort(), [
    "/flows/0/document/steps/a/flow",
    "/flows/0/document/steps/b/actions/0/tag",
    "/flows/0/document/steps/b/actions/1/field",
    "/flows/0/name",
    "/folders/0",
    "/ice_breakers/0/flow",
    "/keywords/1/flow",
    "/main_menu/0/flow",
    "/page/welcome",
    "/tools/0/flow",
  ]);
  assert.deepEqual(await stateOf(deps, pageId), before);
});

test("with prune a name resolves only if the file has it", async () => {
  const { pageId } = await aPage(deps, { flows: [aFlow("Hi")] });

  const faults = await faultsOf(
    applyPageFile(deps, pageId, aPageFile({ flows: [], keywords: [aKeyword("Hi")] }), prune),
  );

  assert.deepEqual(faults, ["/keywords/0/flow"]);
});

test("a published flow that cannot run is refused, a draft is not", async () => {
  const pageId = await anEmptyPage();
  const document = { version: 1 as const, start: "a", steps: { a: { type: "message", next: "nowhere" } } };
  const file = (published: boolean) => aPageFile({ flows: [{ name: "Hi", published, document }] });

  const faults = await faultsOf(applyPageFile(deps, pageId, file(true), prune));
  await applyPageFile(deps, pageId, file(false), prune);

  assert.deepEqual(faults.sort(), ["/flows/0/document/steps/a/content", "/flows/0/document/steps/a/next"]);
  assert.deepEqual((await readPageFile(deps, pageId)).flows?.[0]?.document, document);
});

test("a tool cannot take the ref of a staying tool, and a folder with a staying flow cannot be removed", async () => {
  const { pageId } = await aPage(deps, {
    folders: ["Sales"],
    flows: [aFlow("Hi"), aFlow("Sales/Hi")],
    tools: [aTool("Poster", "ref")],
  });
  const before = await stateOf(deps, pageId);

  const taken = await faultsOf(
    applyPageFile(deps, pageId, aPageFile({ tools: [aTool("Other", "ref")] }), { prune: false }),
  );
  const inUse = await faultsOf(applyPageFile(deps, pageId, aPageFile({ folders: [] }), prune));

  assert.deepEqual([taken, inUse], [["/tools/0/ref"], ["/folders"]]);
  assert.deepEqual(await stateOf(deps, pageId), before);
});

test("tools can swap their refs", async () => {
  const { pageId } = await aPage(deps, { tools: [aTool("A", "one"), aTool("B", "two")] });

  await applyPageFile(deps, pageId, aPageFile({ tools: [aTool("A", "two"), aTool("B", "one")] }), prune);

  assert.deepEqual(
    (await readPageFile(deps, pageId)).tools?.map(({ ref }) => ref),
    ["two", "one"],
  );
});

test("publishing, changing and unpublishing by file make versions as in the console", async () => {
  const pageId = await anEmptyPage();
  const apply = (flow: NonNullable<PageFile["flows"]>[number]) =>
    applyPageFile(deps, pageId, aPageFile({ flows: [flow] }), prune);
  const versions = async () => {
    const { flows, versions } = await stateOf(deps, pageId);
    return { published: flows[0]?.publishedVersion, versions: versions[0]?.map(({ version }) => version) };
  };

  await apply({ ...aFlow("Hi", "one"), published: false });
  assert.deepEqual(await versions(), { published: null, versions: [] });
  await apply(aFlow("Hi", "one"));
  assert.deepEqual(await versions(), { published: 1, versions: [1] });
  await apply({ ...aFlow("Hi", "one"), draft: aFlow("Hi", "draft").document });
  assert.deepEqual(await versions(), { published: 1, versions: [1] });
  await apply(aFlow("Hi", "two"));
  assert.deepEqual(await versions(), { published: 2, versions: [2, 1] });
  await apply({ ...aFlow("Hi", "two"), published: false });
  assert.deepEqual(await versions(), { published: null, versions: [2, 1] });
});

test("prune trashes a flow, and its name can be used again", async () => {
  const { pageId } = await aPage(deps, { flows: [aFlow("Hi", "old")] });
  const old = (await idsByName(deps, pageId)).get("flow Hi");
  await applyPageFile(deps, pageId, aPageFile({ flows: [] }), prune);

  await applyPageFile(deps, pageId, aPageFile({ flows: [aFlow("Hi", "new")] }), prune);

  assert.notEqual((await idsByName(deps, pageId)).get("flow Hi"), old);
});

test("a malformed file is refused before the page is read", async () => {
  for (const file of [undefined, null, [], "x", {}, { banter: 2 }, { ...aPageFile(), tags: ["a", "a"] }]) {
    await faultsOf(applyPageFile(deps, "web_1", file, prune));
    await faultsOf(planPageFile(deps, "web_1", file, prune));
  }
});

test("an unknown page can be neither read nor changed", async () => {
  for (const act of [
    () => applyPageFile(deps, "web_1", aPageFile(), prune),
    () => planPageFile(deps, "web_1", aPageFile(), prune),
    () => readPageFile(deps, "web_1"),
  ]) {
    await assert.rejects(act, { code: "not_found", message: "There is no such page." });
  }
});

test("files applied concurrently leave the page equal to one of them", async () => {
  const pageId = await anEmptyPage();
  const files = ["a", "b", "c", "d"].map((name) =>
    aPageFile({ tags: [name], flows: [aFlow(name)], keywords: [aKeyword(name)] }),
  );

  await Promise.all(files.map((file) => applyPageFile(deps, pageId, file, prune)));

  const { tags, flows, keywords } = await readPageFile(deps, pageId);
  assert.equal(tags?.length, 1);
  assert.deepEqual([flows?.map(({ name }) => name), keywords?.map(({ flow }) => flow)], [tags, tags]);
});

const aForm = (field: string) => ({
  title: { vi: "Chào bạn" },
  fields: [{ field, is_required: true, choices: ["S", "M"] }],
  may_skip: false,
});

test("the form before the chat goes along with the page, and a file without it removes it", async () => {
  const file = {
    fields: [{ name: "size", type: "text" as const }],
    chat: { welcome_on_open: false, prechat_form: aForm("size") },
  };
  const [{ pageId }, other] = [await aPage(deps, file), await anEmptyPage()];
  const exported = await readPageFile(deps, pageId);

  await applyPageFile(deps, other, exported, prune);

  assert.deepEqual(exported.chat?.prechat_form, file.chat.prechat_form);
  assert.deepEqual(await readPageFile(deps, other), exported);
  assert.deepEqual(await planPageFile(deps, other, exported, prune), []);
  await applyPageFile(deps, other, { banter: 1, chat: { welcome_on_open: false } }, prune);
  assert.equal((await readPageFile(deps, other)).chat?.prechat_form, undefined);
});

test("a form asks for fields of the page only", async () => {
  const { pageId } = await aPage(deps, { fields: [{ name: "age", type: "number" }] });
  const apply = (field: string) =>
    faultsOf(
      applyPageFile(deps, pageId, { banter: 1, chat: { welcome_on_open: true, prechat_form: aForm(field) } }, prune),
    );

  assert.deepEqual(await apply("size"), ["/chat/prechat_form/fields/0/field"]);
  assert.deepEqual(await apply("age"), ["/chat/prechat_form/fields/0/choices"]);
  assert.deepEqual(await apply("email"), ["/chat/prechat_form/fields/0/choices"]);
});
