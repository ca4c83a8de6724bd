import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../../store/db/sql.ts";
import { aMember, signedIn } from "../../../test/people.ts";
import { platformOn } from "../../../test/platforms/graph/driver.ts";
import { startInstagram } from "../../../test/platforms/instagram.ts";
import { startMessenger } from "../../../test/platforms/messenger.ts";
import { aConversation } from "../../../test/platforms/scenario.ts";

const doors = {
  messenger: { type: "messenger", start: startMessenger },
  "instagram by Facebook": { type: "instagram", start: startInstagram },
  "instagram by Instagram": { type: "instagram", start: (t: Test) => startInstagram(t, { login: "instagram" }) },
} as const;

for (const [name, { type, start }] of Object.entries(doors)) {
  test(`${name}: posts are listed in parts, newest first`, async (t) => {
    const { graph, list } = await anOwner(t, type, await start(t));
    graph.posts.push(...Array.from({ length: 30 }, (_, index) => postOf(type, 30 - index)));

    const first = await list();
    const second = await list(first.next ?? assert.fail());

    assert.deepEqual(first.posts[0], {
      id: "17800000000030",
      text: "Offer 30",
      picture_url: "https://cdn.example/30.jpg",
      url: "https://social.example/p/30",
      published_at: "2026-11-01T08:00:00.000Z",
    });
    assert.deepEqual([first.posts.length, second.posts.length, second.next], [24, 6, null]);
    assert.equal(second.posts.at(-1)?.id, "17800000000001");
  });

  test(`${name}: a post without words and picture is listed, and a refusal is told`, async (t) => {
    const { graph, list } = await anOwner(t, type, await start(t));
    graph.posts.push({ id: "17800000000001" });

    const { posts } = await list();
    graph.trouble = () => ({ refuse: { code: 10, message: "Requires pages_read_engagement" } });

    assert.deepEqual(posts, [{ id: "17800000000001", text: "", picture_url: null, url: null, published_at: null }]);
    await assert.rejects(list(), { status: 409, message: /pages_read_engagement/ });
  });
}

test("a video is shown by its picture", async (t) => {
  const { graph, list } = await anOwner(t, "instagram", await startInstagram(t));
  const thumbnail_url = "https://cdn.example/still.jpg";
  graph.posts.push({ ...postOf("instagram", 1), media_type: "VIDEO", thumbnail_url });

  const { posts } = await list();

  assert.equal(posts[0]?.picture_url, thumbnail_url);
});

async function anOwner(
  t: Test,
  type: "messenger" | "instagram",
  started: Awaited<ReturnType<typeof startMessenger | typeof startInstagram>>,
) {
  const { node, pageId } = await aConversation(t, type, platformOn(started));
  const { workspaceId } = await node.deps.db.get<{ workspaceId: number }>(
    sql`select workspace_id from pages where id = ${pageId}`,
  );
  const { api } = await signedIn(node.baseUrl, await aMember(node.deps, { workspaceId }));
  const list = (after?: string) =>
    api("GET /pages/:page_id/posts", { params: { page_id: pageId }, query: after === undefined ? {} : { after } });
  return { graph: started.graph, list };
}

function postOf(type: "messenger" | "instagram", number: number): Record<string, unknown> {
  const id = `178000000000${String(number).padStart(2, "0")}`;
  const picture = `https://cdn.example/${number}.jpg`;
  const [url, at] = [`https://social.example/p/${number}`, "2026-11-01T08:00:00+0000"];
  return type === "messenger"
    ? { id, message: `Offer ${number}`, full_picture: picture, permalink_url: url, created_time: at }
    : { id, caption: `Offer ${number}`, media_type: "IMAGE", media_url: picture, permalink: url, timestamp: at };
}
