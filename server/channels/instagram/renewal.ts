import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import type { Renewal } from "../channel.ts";
import { callGraph, type Graph } from "../meta/graph.ts";
import { graphOf, InstagramSettings } from "./settings.ts";

/**
 * A token of Instagram Login lives 60 days and is renewed from its second day on, for 60 more. A page's token does not
 * end. https://developers.facebook.com/docs/instagram-platform/reference/refresh_access_token
 *
 * Unconfirmed: how a token is refused that is too young; whether a renewal may give the same token, which is fine here;
 * whether the one before lives on to its end.
 */
export const renewal: Renewal<InstagramSettings> = {
  firstAfterSeconds: ({ login }) => (login === "instagram" ? 25 * 3600 : null),
  async run(settings) {
    const graph = graphOf(settings);
    const answer = Renewed.safeParse(await refresh(graph));
    if (!answer.success) throw new SendError("platform_error", "Meta's answer holds no token that could be used.");
    const { access_token: accessToken, expires_in: goodForSeconds } = answer.data;
    return { changes: { accessToken }, goodForSeconds };
  },
};

const Renewed = z.object({ access_token: InstagramSettings.shape.accessToken, expires_in: z.number().positive() });

/** A refusal cuts the page off only if the token is good for nothing else either. */
async function refresh(graph: Graph): Promise<unknown> {
  try {
    const query = { grant_type: "ig_refresh_token" };
    // The documentation has it without a version, and with the token in the query.
    const call = { method: "GET", path: "refresh_access_token", isUnversioned: true, query } as const;
    return (await callGraph({ ...graph, tokenIn: "query" }, call)).body;
  } catch (error) {
    if (!(error instanceof SendError) || error.failure !== "bad_settings") throw error;
    await callGraph(graph, { method: "GET", path: "me", query: { fields: "user_id" } });
    throw new SendError("rejected", error.message);
  }
}
