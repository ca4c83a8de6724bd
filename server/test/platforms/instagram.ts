import type { Test } from "@banter/core/test/at-end.ts";
import { startGraph } from "./graph/graph.ts";
import type { Graph } from "./graph/stand-in.ts";

/** A stand-in for Instagram by either login, and the settings of an account on it. */
export async function startInstagram(
  t: Test,
  { login = "facebook" as "facebook" | "instagram", port = 0, accountId = "17841400000000001" } = {},
): Promise<{ graph: Graph; pageId: string; settings: object }> {
  const graph = await startGraph(t, login === "facebook" ? "instagram" : "instagram_login", { port, accountId });
  const settings = {
    login,
    accessToken: graph.accessToken,
    appSecret: graph.appSecret,
    verifyToken: graph.verifyToken,
    username: "corner.shop",
    baseUrl: graph.origin,
    instagramUrl: graph.origin,
  };
  return { graph, pageId: `igo_${accountId}`, settings };
}
