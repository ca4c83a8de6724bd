import assert from "node:assert/strict";
import { METHODS } from "node:http";
import { after, test } from "node:test";
import { publicApi } from "@banter/core/api/public.ts";
import { testApp } from "../test/app.ts";
import { aFlow, aPage } from "../test/builders.ts";
import { assertFailure, callerOf, idsOf, pageUrl } from "../test/call.ts";
import { rawRequest } from "../test/raw-http.ts";

const { baseUrl, deps } = await testApp({ after });
const page = await aPage(deps, { folders: ["Sales"], flows: [aFlow("Welcome"), aFlow("Sales/Confirm")] });
const call = callerOf(baseUrl, page);
const id = await idsOf(call);

/** Sends the path as written; fetch would normalise it. */
function ask(path: string, { method = "GET", headers = [] as string[], body = "" } = {}) {
  const token = `access-token: ${page.token}`;
  return rawRequest(baseUrl, [`${method} ${path} HTTP/1.1`, "Host: x", "Connection: close", token, ...headers], body);
}

const root = pageUrl("", page.pageId);
const routes = Object.keys(publicApi).map((key) => key.split(" ") as [method: string, path: string]);

test("doubled and trailing slashes reach the same route", async () => {
  const { text } = await ask(`${root}/flows`);

  for (const path of [
    `${root}/flows/`,
    `${root}//flows`,
    `${root.replace("/v1/", "/v1//")}/flows`,
    `/${root}/flows`,
    `${root.replaceAll("/", "//")}//flows//`,
  ]) {
    const answer = await ask(path);
    assert.deepEqual([path, answer.status, answer.text], [path, 200, text]);
  }
});

test("doubled and trailing slashes do not hide a folder path", async () => {
  const { text } = await ask(`${root}/flows/[${id("Sales")}]`);

  assert.equal((await ask(`${root}//flows//[${id("Sales")}]/`)).text, text);
  assert.equal((await ask(`${root}/flows/?path=[${id("Sales")}]`)).text, text);
});

test("posts take doubled and trailing slashes too", async () => {
  const answer = await ask(`${root}//keywords//create/`, { method: "POST" });

  assert.equal(answer.status, 200);
});

test("the page id may be percent-encoded", async () => {
  const encoded = [...page.pageId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");

  assert.equal((await ask(`${pageUrl("", encoded)}/flows`)).status, 200);
});

test("unknown routes, versions and spellings, and dot segments, are not found", async () => {
  for (const path of [
    root,
    `${root}/flow`,
    `${root}/Flows`,
    `${root}/flows/1/2`,
    `${root}/flows/1/Statistics`,
    `${root}/keywords/1`,
    `${root}/keywords/delete`,
    `${root}/ice_breakers`,
    `${root}/main-menu`,
    `${root.replace("v1", "v2")}/flows`,
    `${root.replace("v1", "V1")}/flows`,
    `${root.replace("pages", "Pages")}/flows`,
    "/api/public_api",
    "/api/public_api/v1/pages",
    `${root}/./flows`,
    `${root}/keywords/../flows`,
    `${root}/%2e/flows`,
    `${root}/keywords/%2E%2e/flows`,
    `${root}/flows/..`,
    `${root}/flows/.`,
  ]) {
    assertFailure(await ask(path), 404, "not_found");
  }
});

test("an unknown route is 404 without a token and with any body", async () => {
  const url = `${pageUrl(baseUrl, page.pageId)}/nothing`;

  assert.equal((await fetch(url)).status, 404);
  for (const body of ["x", "{", Buffer.alloc(2 * 1024 * 1024)]) {
    assert.equal((await fetch(url, { method: "POST", body })).status, 404);
  }
});

test("unknown query parameters are ignored, dots and slashes in them too", async () => {
  const { text } = await ask(`${root}/flows`);

  for (const query of [
    "x=1",
    "limit=5&limit=6",
    "path_=abc",
    "next=/../x",
    "next=/.",
    "=",
    "&&",
    "%zz",
    "a[b]=c",
    "__proto__=1",
  ]) {
    const answer = await ask(`${root}/flows?${query}`);
    assert.deepEqual([query, answer.status, answer.text], [query, 200, text]);
  }
});

test("a body on a GET is ignored", async () => {
  const headers = ["content-type: text/plain", "content-length: 9"];

  assert.equal((await ask(`${root}/flows`, { headers, body: "no JSON {" })).status, 200);
});

test("a known path answers 405 to other methods and lists those it takes", async () => {
  for (const [path, taken] of Map.groupBy(routes, ([, path]) => path)) {
    const allowed = taken.flatMap(([method]) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    const others = METHODS.filter((method) => ![...allowed, "HEAD", "CONNECT"].includes(method));

    const answers = await Promise.all(others.map((method) => ask(root + example(path), { method })));

    for (const answer of answers) {
      assertFailure(answer, 405, "method_not_allowed");
      assert.equal(answer.headers.get("allow"), allowed.join(", "));
    }
  }
});

test("a wrong method is reported before a wrong token", async () => {
  const answer = await fetch(`${pageUrl(baseUrl, page.pageId)}/flows`, { method: "DELETE" });

  assert.equal(answer.status, 405);
});

test("HEAD answers as GET does, without the body", async () => {
  for (const path of ["/flows", "/flows/[]", "/keywords", "/ice_breaker", "/main_menu", "/tools"]) {
    const whole = await ask(root + path);
    const head = await ask(root + path, { method: "HEAD" });

    assert.deepEqual([path, head.status, head.text], [path, 200, ""]);
    assert.equal(head.headers.get("content-type"), whole.headers.get("content-type"));
    assert.equal(head.headers.get("content-length"), whole.headers.get("content-length"));
  }
});

test("a failed HEAD has the status and headers of the failure", async () => {
  for (const [path, status, code] of [
    ["/flows/[0]", 400, "invalid_field"],
    ["/flows/[1]", 404, "not_found"],
    ["/nothing", 404, "not_found"],
    ["/keywords/create", 405, "method_not_allowed"],
  ] as const) {
    const head = await ask(root + path, { method: "HEAD" });

    assert.deepEqual([head.status, head.headers.get("x-error-code"), head.text], [status, code, ""]);
  }
});

test("failures look the same for every encoding of a path", async () => {
  assertFailure(await ask(`${root.replace("api", "%61pi")}/flows/x`), 400, "invalid_field");
});

test("a proxy request is refused", async () => {
  const answer = await rawRequest(baseUrl, ["CONNECT example.com:443 HTTP/1.1", "Host: example.com:443"]);

  assertFailure(answer, 405, "method_not_allowed");
});

function example(path: string): string {
  return path.replace(":path", "[]").replace(":flow_id", String(id("Welcome")));
}
