import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import type { Renewal } from "../channel.ts";
import { callGraph, type Graph } from "../meta/graph.ts";
import { graphOf, InstagramSettings } from "./settings.ts";

/**
 * A token of Instagram Login is valid for 60 days and can be renewed from its second day on, for 60 more. A page's
 * token does not expire. https://developers.facebook.com/docs/instagram-platform/reference/refresh_access_token
 *
 * Unconfirmed: the error for a token that is too new; whether a renewal may return the same token, which is fine here;
 * whether the old token stays valid until its end.
 */
export const renewal: Renewal<InstagramSettings> = {
  firstAfterSeconds: ({ login }) => (login === "instagram" ? 25 * 3600 : null),
  outlivesToken: false,
  async run(settings) {
    const graph = graphOf(settings);
    const answer = Renewed.safeParse(await refresh(graph));
    if (!answer.success) throw new SendError("platform_error", "Meta's response holds no usable token.");
    const { access_token: accessToken, expires_in: goodForSeconds } = answer.data;
    return { changes: { accessToken }, goodForSeconds };
  },
};

const Renewed = z.object({ access_token: InstagramSettings.shape.accessToken, expires_in: z.number().positive() });

/** A refused renewal disconnects the page only if the token does not work for other calls either. */
async function refresh(graph: Graph): Promise<unknown> {
  try {
    const query = { grant_type: "ig_refresh_token" };
    // Documented without a version, and with the token in the query.
    const call = { method: "GET", path: "refresh_access_token", isUnversioned: true, query } as const;
    return (await callGraph({ ...graph, tokenIn: "query" }, call)).body;
  } catch (error) {
    if (!(error instanceof SendError) || error.failure !== "bad_settings") throw error;
    await callGraph(graph, { method: "GET", path: "me", query: { fields: "user_id" } });
    throw new SendError("rejected", error.message);
  }
}
