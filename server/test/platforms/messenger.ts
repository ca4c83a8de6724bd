import type { Test } from "@banter/core/test/at-end.ts";
import { startGraph } from "./graph/graph.ts";
import type { Graph } from "./graph/stand-in.ts";

/** A stand-in for Messenger, and the settings of a page on it. */
export async function startMessenger(
  t: Test,
  { port = 0, accountId = "104000000000001" } = {},
): Promise<{ graph: Graph; pageId: string; settings: object }> {
  const graph = await startGraph(t, "messenger", { port, accountId });
  const settings = {
    pageToken: graph.accessToken,
    appSecret: graph.appSecret,
    verifyToken: graph.verifyToken,
    pageName: "corner.shop",
    baseUrl: graph.origin,
  };
  return { graph, pageId: accountId, settings };
}
