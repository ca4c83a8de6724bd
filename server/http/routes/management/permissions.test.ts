import assert from "node:assert/strict";
import { once } from "node:events";
import { after, describe, test } from "node:test";
import type { ManagementRoute } from "@banter/core/api/management/contract.ts";
import { managementApi } from "@banter/core/api/management/index.ts";
import { isAllowed, type Role, roles } from "@banter/core/model/role.ts";
import { testApp } from "../../../test/app.ts";
import { aBrowser, aMember, aPageOf, type Browser, signedIn } from "../../../test/people.ts";
import { openSocket, parseAnswer } from "../../../test/raw-http.ts";

const { baseUrl, deps } = await testApp({ after });
const { workspaceId } = await aMember(deps);
const pageId = await aPageOf(deps, { workspaceId });
const browsers = new Map<Role, Browser>();
for (const role of roles) browsers.set(role, await signedIn(baseUrl, await aMember(deps, { role, workspaceId })));
const stranger = await signedIn(baseUrl, await aMember(deps));
const nobody = aBrowser(baseUrl);

const routes = Object.entries<ManagementRoute>(managementApi);

test("every write but the quiet ones has an audit action, and no read has one", () => {
  const plans = ["POST /pages/:page_id/file/plan", "POST /pages/:page_id/template/plan"];
  const asking = [...plans, "POST /invitations/look"];
  const odd = routes.filter(
    ([key, { audit, isQuiet = false }]) =>
      (audit === undefined) !== (key.startsWith("GET ") || asking.includes(key) || isQuiet),
  );

  assert.deepEqual(
    odd.map(([key]) => key),
    [],
  );
});

// Side by side, because there are many and each waits for answers most of the time.
describe("who may call", { concurrency: 8 }, () => {
  for (const [key, route] of routes)
    test(`${key} is allowed for the roles with its permission only`, async () => {
      assert.equal(await outcome(nobody, key), route.scope === "anyone" ? "allowed" : "401");
      for (const [role, browser] of browsers)
        assert.equal(await outcome(browser, key), isPermitted(role, route) ? "allowed" : "403", role);
      const isOpen = route.scope === "anyone" || route.scope === "user";
      assert.equal(await outcome(stranger, key), isOpen ? "allowed" : "404", "a member of another workspace");
    });

  for (const [key, route] of routes.filter(([key, { permission }]) => permission && !key.startsWith("GET ")))
    test(`${key} refuses callers without the permission before it reads their body`, async () => {
      for (const [role, browser] of browsers)
        if (!isPermitted(role, route)) assert.equal(await announceBody(browser, key), 403, role);
      assert.equal(await announceBody(stranger, key), 404, "a member of another workspace");
    });
});

const isPermitted = (role: Role, { permission }: ManagementRoute) =>
  permission === undefined || isAllowed(role, permission);

const filled = (path: string) =>
  path.replace(":page_id", pageId).replace(":workspace_id", String(workspaceId)).replaceAll(/:\w+/g, "999999999");

/** Sends no body, so that allowed calls change nothing: permissions are checked before the fields. */
async function outcome(browser: Browser, key: string): Promise<string> {
  const [method = "", path = ""] = key.split(" ");
  const response = await browser.fetch(`${baseUrl}/api/v1${filled(path)}`, { method });
  const { code, detail } = (await response.json()) as { code?: string; detail?: string };
  assert.ok(response.status < 500, `${key}: ${response.status} ${detail}`);
  if (response.status === 401) return "401";
  if (code === "forbidden" && detail === "Your role does not allow that.") return "403";
  return code === "not_found" && /^There is no such (page|workspace)\.$/.test(detail ?? "") ? "404" : "allowed";
}

/** Announces a body and sends nothing of it. Returns the status of the answer. */
async function announceBody({ cookies }: Browser, key: string): Promise<number> {
  const [method = "", path = ""] = key.split(" ");
  const socket = await openSocket(baseUrl);
  const head = [
    `${method} /api/v1${filled(path)} HTTP/1.1`,
    "host: x",
    "origin: http://x",
    `cookie: ${[...cookies].map((pair) => pair.join("=")).join("; ")}`,
    "content-type: application/json",
    "content-length: 1000000",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return parseAnswer(answer.toString()).status;
}

test("a tool's QR code is shown to members of the page only", async () => {
  const owner = browsers.get("owner")?.api;
  const tool = await owner?.("POST /pages/:page_id/tools", {
    params: { page_id: pageId },
    body: { type: "qr_code", name: "Door", ref: "door", flow_id: null, is_published: false },
  });

  assert.ok(tool && "link" in tool);
  for (const path of [tool.qr_png, tool.qr_svg]) {
    const url = `${baseUrl}${path}`;
    const seen = await browsers.get("viewer")?.fetch(url);
    assert.equal(seen?.status, 200);
    assert.match(seen?.headers.get("content-type") ?? "", /^image\//);
    assert.equal((await stranger.fetch(url)).status, 404);
    assert.equal((await nobody.fetch(url)).status, 401);
  }
});

test("a malformed page or workspace id is not found", async () => {
  for (const path of [
    "/pages/web_1%00",
    "/pages/..%2f",
    "/workspaces/0/members",
    "/workspaces/x/members",
    "/workspaces/99999999999999999999/members",
  ]) {
    const response = await stranger.fetch(`${baseUrl}/api/v1${path}`);
    assert.equal(response.status, 404, path);
  }
});

test("a wrong method on a known path is 405 with the allowed methods", async () => {
  const response = await stranger.fetch(`${baseUrl}/api/v1/me`, { method: "PATCH" });

  assert.equal(response.status, 405);
  assert.equal(response.headers.get("allow"), "GET, HEAD");
  assert.equal(response.headers.get("content-type"), "application/problem+json");
});
