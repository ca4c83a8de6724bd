import { SendError } from "../../../outbound/send-error.ts";
import { callGraph } from "../graph.ts";
import { apiVersion, graphOf, type MetaApp } from "./app.ts";
import { neededPermissions } from "./permissions.ts";

/**
 * The address of the login dialog. A configuration of Facebook Login for Business names its permissions itself.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function dialogUrl(app: MetaApp, { redirectUrl, state }: { redirectUrl: string; state: string }): string {
  const permissions: Record<string, string> =
    app.configId === undefined
      ? { scope: [...new Set([...neededPermissions, ...app.permissions])].join(",") }
      : { config_id: app.configId, override_default_response_type: "true" };
  const query = new URLSearchParams({
    ...{ client_id: app.id, redirect_uri: redirectUrl, state, response_type: "code" },
    // Somebody who declined a permission before is asked for it again.
    auth_type: "rerequest",
    ...permissions,
  });
  return `${app.dialogUrl.replace(/\/$/, "")}/${apiVersion}/dialog/oauth?${query}`;
}

/** Exchanges the dialog's code for a long-lived token of the person: the page tokens of such a token do not expire. */
export async function exchangeCode(app: MetaApp, code: string, redirectUrl: string): Promise<string> {
  const shortLived = await fetchToken(app, { redirect_uri: redirectUrl, code });
  return fetchToken(app, { grant_type: "fb_exchange_token", fb_exchange_token: shortLived });
}

async function fetchToken(app: MetaApp, given: Record<string, string>): Promise<string> {
  const query = { client_id: app.id, client_secret: app.secret, ...given };
  const { body } = await callGraph(graphOf(app, ""), { method: "GET", path: "oauth/access_token", query });
  if (typeof body.access_token === "string" && body.access_token !== "") return body.access_token;
  throw new SendError("platform_error", "Meta's answer holds no token.");
}
