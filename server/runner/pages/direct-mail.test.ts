import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { countMail, insertMail, nextConversationIds } from "../../store/runtime/mailbox.ts";
import { aFlow, aKeyword, aPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { aVisitor } from "../../test/visitor.ts";

type Node = Awaited<ReturnType<typeof testNode>>;
type Visitor = Awaited<ReturnType<typeof aVisitor>>;

const page = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };

/** Stores mail as another node would, without notifying this one. */
async function putInMailbox(deps: Node["deps"], pageId: string, psid: string) {
  const [id = 0] = await nextConversationIds(deps.db, 1);
  const event = { type: "message", text: "from elsewhere" };
  await insertMail(deps.db, [
    {
      pageId,
      id,
      psid,
      event,
      key: "elsewhere",
      otherKey: null,
      bodyHash: null,
      tokenHash: null,
      sequence: null,
      waitMs: 0,
    },
  ]);
}

const handled = (deps: Node["deps"], pageId: string, psid: string) =>
  deps.db.many<{ text: string }>(
    sql`select event ->> 'text' as text from turns where page_id = ${pageId} and psid = ${psid} order by id`,
  );

/** A visitor whose page runs on this node. */
async function begin({ baseUrl, deps }: Node): Promise<{ pageId: string; visitor: Visitor }> {
  const { pageId } = await aPage(deps, page);
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("hello");
  await visitor.hear((messages) => messages.length >= 2);
  return { pageId, visitor };
}

/** The same visitor through another node. */
const sayBy = ({ baseUrl }: Node, pageId: string, { token }: Visitor, text: string, headers = {}) =>
  fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ text }),
  });

test("mail for a page that runs here is handled when it is accepted, and is never in the mailbox table", async (t) => {
  const node = await testNode(t);
  const { deps } = node;
  const { pageId, visitor } = await begin(node);

  await visitor.say("hello again");

  assert.deepEqual(await handled(deps, pageId, visitor.psid), [{ text: "hello" }, { text: "hello again" }]);
  assert.equal(await countMail(deps.db, pageId), 0);
});

test("mail that another node stored earlier is handled earlier", async (t) => {
  const node = await testNode(t);
  const { deps } = node;
  const { pageId, visitor } = await begin(node);
  await putInMailbox(deps, pageId, visitor.psid);

  await visitor.say("second");

  await visitor.hear((messages) => messages.some(({ text }) => text === "second"));
  assert.deepEqual(
    (await handled(deps, pageId, visitor.psid)).map(({ text }) => text),
    ["hello", "from elsewhere", "second"],
  );
});

test("a key that another node has accepted is not accepted again", async (t) => {
  const node = await testNode(t);
  const { deps } = node;
  const other = await testNode(t, {}, deps.db as Parameters<typeof testNode>[2]);
  const { pageId, visitor } = await begin(node);
  const elsewhere = () => sayBy(other, pageId, visitor, "once", { "idempotency-key": "once" });

  const answers = await Promise.all([
    elsewhere(),
    visitor.say("once", "once"),
    elsewhere(),
    visitor.say("once", "once"),
  ]);

  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202, 202],
  );
  await visitor.say("done");
  await visitor.hear((messages) => messages.some(({ text }) => text === "done"));
  assert.deepEqual(
    (await handled(deps, pageId, visitor.psid)).map(({ text }) => text),
    ["hello", "once", "done"],
  );
});

test("direct mail and mail of another node, accepted at the same time, are each handled in order", async (t) => {
  const node = await testNode(t);
  const { deps } = node;
  const other = await testNode(t, {}, deps.db as Parameters<typeof testNode>[2]);
  const { pageId, visitor } = await begin(node);
  const elsewhere = (text: string) => sayBy(other, pageId, visitor, text);
  const inTurn = async (say: (text: string) => Promise<Response>, name: string) => {
    for (let number = 1; number <= 20; number++) assert.equal((await say(`${name} ${number}`)).status, 202);
  };

  await Promise.all([inTurn(visitor.say, "here"), inTurn(elsewhere, "there")]);

  await visitor.hear((messages) => messages.filter(({ from }) => from === "visitor").length >= 41);
  const texts = (await handled(deps, pageId, visitor.psid)).map(({ text }) => text);
  for (const name of ["here", "there"]) {
    assert.deepEqual(
      texts.filter((text) => text.startsWith(name)),
      Array.from({ length: 20 }, (_, index) => `${name} ${index + 1}`),
    );
  }
});
