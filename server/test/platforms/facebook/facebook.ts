import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Test } from "@banter/core/test/at-end.ts";
import { startGraph } from "../graph/graph.ts";
import type { GraphFault } from "../graph/stand-in.ts";
import { answerJson, serveStandIn } from "../stand-in-server.ts";
import { answerApp } from "./app.ts";
import { showDialog } from "./dialog.ts";
import { answerPerson } from "./person.ts";
import type { Facebook, FacebookPage } from "./stand-in.ts";

/** Starts the stand-in on loopback. */
export async function startFacebook(t: Test, { port = 0 } = {}): Promise<Facebook> {
  const facebook: Facebook = {
    origin: "",
    app: { id: "1234567890", secret: "stand-in-app-secret" },
    redirectUrls: [],
    grants: () => true,
    granted: [],
    codes: new Map(),
    pages: [],
    subscriptions: new Map(),
    refused: [],
    async addPage(page) {
      const token = `EAAPage${page.id}`;
      const graph = Object.assign(await startGraph(t, "messenger", { accountId: page.id }), { accessToken: token });
      const linked = page.instagram && (await startGraph(t, "instagram", { accountId: page.instagram.id }));
      const instagramGraph = linked && Object.assign(linked, { accessToken: token });
      const added = { ...page, token, graph, instagramGraph };
      facebook.pages.push(added);
      return added;
    },
  };
  facebook.origin = await serveStandIn(t, port, (request, response) => answer(facebook, request, response));
  return facebook;
}

/** The operator's settings that lead to the stand-in. */
export const metaAppOf = ({ origin, app }: Facebook) => ({
  ...app,
  configId: undefined,
  permissions: [],
  dialogUrl: origin,
  graphUrl: origin,
});

async function answer(facebook: Facebook, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://facebook");
  const [, version = "", ...path] = pathname.split("/");
  if (!/^v[0-9]+\.[0-9]+$/.test(version)) return refuse(facebook, response, { code: 2500, message: "Unknown path" });
  if (path.join("/") === "dialog/oauth") return showDialog(facebook, searchParams, response);
  const page = facebook.pages.find(({ token }) => token === searchParams.get("access_token"));
  if (page) return forward(page, request, response);
  const call = { method: request.method ?? "", path: path.join("/"), query: Object.fromEntries(searchParams) };
  const decided = (await answerApp(facebook, call)) ?? answerPerson(facebook, call);
  if ("fault" in decided) return refuse(facebook, response, decided.fault);
  answerJson(response, 200, decided.body);
}

function refuse(facebook: Facebook, response: ServerResponse, refused: GraphFault): void {
  facebook.refused.push(refused);
  const { code, subcode, message } = refused;
  const error = { message: `(#${code}) ${message}`, type: "OAuthException", code, error_subcode: subcode };
  answerJson(response, 400, { error });
}

/** A call with a page's token goes to the page's own stand-in, or to that of its Instagram account. */
async function forward(
  { graph, instagramGraph }: FacebookPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? "";
  const given = await text(request);
  const isInstagram =
    /instagram_business_account|platform=instagram/.test(decodeURIComponent(url)) ||
    [...(instagramGraph?.people.keys() ?? [])].some((id) => given.includes(`"${id}"`) || url.includes(`/${id}?`));
  const { origin } = (isInstagram && instagramGraph) || graph;
  const answered = await fetch(origin + url, {
    method: request.method ?? "GET",
    ...(given !== "" && { body: given, headers: { "content-type": "application/json" } }),
  });
  answerJson(response, answered.status, await answered.json());
}
