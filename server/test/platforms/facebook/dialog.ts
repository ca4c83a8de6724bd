import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { isKnownPermission } from "./app.ts";
import type { Facebook } from "./stand-in.ts";

/** The dialog in which the person lets the app use their pages, or cancels. */
export function showDialog(facebook: Facebook, query: URLSearchParams, response: ServerResponse): void {
  const redirectUrl = query.get("redirect_uri") ?? "";
  const scope = (query.get("scope") ?? "").split(",").filter(Boolean);
  const wrong = faultOf(facebook, query, scope);
  if (wrong !== undefined) {
    show(response, 400, `<h1>Sorry, something went wrong.</h1><p>${wrong}</p>`);
    return;
  }
  const code = `AQ${randomUUID()}`;
  facebook.codes.set(code, redirectUrl);
  facebook.granted = scope.filter(facebook.grants);
  const state = query.get("state") ?? "";
  const back = (answer: Record<string, string>) =>
    `${redirectUrl}?${new URLSearchParams({ ...answer, state })}#_=_`.replaceAll("&", "&amp;");
  const cancelled = {
    ...{ error: "access_denied", error_code: "200", error_description: "Permissions error" },
    error_reason: "user_denied",
  };
  show(
    response,
    200,
    `<h1>Banter would like to use your pages</h1>
     <p><a href="${back({ code })}">Continue as Ann</a></p>
     <p><a href="${back(cancelled)}">Cancel</a></p>`,
  );
}

function faultOf({ app, redirectUrls }: Facebook, query: URLSearchParams, scope: string[]): string | undefined {
  if (query.get("client_id") !== app.id) return "Invalid App ID";
  if (!redirectUrls.includes(query.get("redirect_uri") ?? "")) return "URL blocked: the redirect URI is not allowed.";
  if (query.get("response_type") !== "code") return "Invalid parameter: response_type";
  if (scope.length === 0 && !query.has("config_id")) return "Invalid parameter: config_id";
  const unknown = scope.filter((name) => !isKnownPermission(name));
  return unknown.length > 0 ? `Invalid Scopes: ${unknown.join(", ")}` : undefined;
}

function show(response: ServerResponse, status: number, body: string): void {
  const html = `<!doctype html><html lang="en"><head><title>Facebook</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}
