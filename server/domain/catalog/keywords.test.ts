import assert from "node:assert/strict";
import { after, test } from "node:test";
import { listKeywords } from "../../store/catalog/keywords.ts";
import { testDeps } from "../../test/app.ts";
import { aDocument, aPage } from "../../test/builders.ts";
import { createFlow, trashFlow } from "./flows.ts";
import { createKeyword, linkKeyword } from "./keywords.ts";

const deps = await testDeps({ after });

async function aFlowOf(pageId: string) {
  return (await createFlow(deps, pageId, { name: "Hi", folderId: null, draft: aDocument() })).id;
}

test("keywords created at once have consecutive places and unique names", async () => {
  const { pageId } = await aPage(deps);

  await Promise.all(Array.from({ length: 8 }, () => createKeyword(deps, pageId)));

  const keywords = await listKeywords(deps.db, pageId);
  assert.equal(new Set(keywords.map(({ name }) => name)).size, 8);
  assert.deepEqual(
    keywords.map(({ id }) => id),
    keywords.map(({ id }) => id).sort((one, other) => one - other),
  );
});

test("a keyword cannot be linked to a flow that goes to the trash at the same moment", async () => {
  const { pageId } = await aPage(deps);
  const [flowId, keyword] = [await aFlowOf(pageId), await createKeyword(deps, pageId)];

  await Promise.allSettled([linkKeyword(deps, pageId, keyword.id, flowId), trashFlow(deps, pageId, flowId)]);

  assert.equal((await listKeywords(deps.db, pageId))[0]?.flowId, null);
  await assert.rejects(linkKeyword(deps, pageId, keyword.id, flowId), { code: "flow_not_found" });
});

test("keywords and flows of another page are not found", async () => {
  const [one, other] = [await aPage(deps), await aPage(deps)];
  const keyword = await createKeyword(deps, other.pageId);
  const flowId = await aFlowOf(other.pageId);

  await assert.rejects(linkKeyword(deps, one.pageId, keyword.id, null), { code: "keyword_not_found" });
  await assert.rejects(createKeyword(deps, one.pageId, flowId), { code: "flow_not_found" });
  await assert.rejects(createKeyword(deps, "web_1"), { code: "not_found" });
});
