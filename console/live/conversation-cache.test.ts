import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { applyPageEvent, type Conversation, type ConversationInfo, type Lines } from "./conversation-cache.ts";
import { conversationKeys as keys } from "./keys.ts";

const line = (psid: string, changed: number, unread = 0) => ({ psid, changed, unread }) as Conversation;
const linesIn = (client: QueryClient) => client.getQueryData<Lines>(keys.lines("p"));

test("a line is replaced by a newer form of it, never by an older one", () => {
  const client = new QueryClient();

  for (const [changed, unread] of [
    [5, 1],
    [7, 2],
    [6, 9],
    [7, 9],
  ] as const)
    applyPageEvent(client, "p", { type: "conversation", conversation: line("a", changed, unread) });

  assert.equal(linesIn(client)?.get("a")?.unread, 2);
});

test("an erased customer is gone", () => {
  const client = new QueryClient();

  applyPageEvent(client, "p", { type: "conversation", conversation: line("a", 5) });
  applyPageEvent(client, "p", { type: "conversation_erased", psid: "a" });

  assert.equal(linesIn(client)?.get("a"), null);
});

test("presence is written into the open conversation", () => {
  const client = new QueryClient();
  const members = [{ user_id: "u", name: "Ann", is_typing: true }];
  client.setQueryData(keys.one("p", "a"), { present: [] } as unknown as ConversationInfo);

  applyPageEvent(client, "p", { type: "presence", psid: "a", members });
  applyPageEvent(client, "p", { type: "presence", psid: "b", members });

  assert.deepEqual(client.getQueryData<ConversationInfo>(keys.one("p", "a"))?.present, members);
  assert.equal(client.getQueryData(keys.one("p", "b")), undefined);
});

test("lists are read again only if the stream may have missed a change", async () => {
  const client = new QueryClient();
  const list = [...keys.lists("p"), "all"];
  const isStale = () => client.getQueryState(list)?.isInvalidated;
  client.setQueryData(list, {});

  applyPageEvent(client, "p", { type: "opened", isComplete: true });
  await settled();
  assert.equal(isStale(), false);
  applyPageEvent(client, "p", { type: "opened", isComplete: false });
  await settled();
  assert.equal(isStale(), true);
});

test("an answer to a first request from before the stream is not kept", async (t) => {
  const client = new QueryClient();
  const queryKey = [...keys.lists("p"), "all"];
  const requests: ((lines: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => requests.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  t.after(observer.subscribe(() => {}));

  applyPageEvent(client, "p", { type: "opened", isComplete: false });
  await settled();
  requests[0]?.(["Ann"]);
  await settled();
  requests[1]?.(["Ann", "Bob"]);
  await settled();

  assert.deepEqual(client.getQueryData(queryKey), ["Ann", "Bob"]);
});

/** Lets the cache do what it does in later turns of the event loop. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
};
