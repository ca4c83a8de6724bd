import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { telegram } from "../channels/telegram/index.ts";
import { Settings, webhookSecretOf } from "../channels/telegram/settings.ts";
import { openLog } from "../process/log.ts";
import { findPage } from "../store/catalog/pages.ts";
import { sql } from "../store/db/sql.ts";
import { aFlow, aKeyword, aPage } from "../test/builders.ts";
import { pageUrl } from "../test/call.ts";
import { aServer } from "../test/loopback-server.ts";
import { aBrowser, aMember } from "../test/people.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import type { Trouble } from "../test/platforms/telegram/stand-in.ts";
import { startTelegram } from "../test/platforms/telegram/telegram.ts";
import { until } from "../test/until.ts";
import { aVisitor } from "../test/visitor.ts";

const planted = { header: "planted-header-secret", body: "planted-body-secret", password: "planted wrong password" };

test("no secret is in the log or in the answer of a call that fails", async (t) => {
  const lines: string[] = [];
  const failures: string[] = [];
  const scene = await aScene(t, lines);
  const ask = async (url: string, init: RequestInit = {}, through: typeof fetch = fetch): Promise<void> => {
    const answer = await through(url, init);
    const text = await answer.text();
    assert.ok(answer.status >= 400, `${url} ${answer.status}`);
    failures.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${text}`);
  };

  await converseInTrouble(scene);
  const login = await failToLogIn(scene, ask);
  const visitorToken = await failAsVisitor(scene, ask);
  await failToCallApi(scene, ask);
  await failAsWebhook(scene, ask);
  await refuseRows(scene, login.fetch, ask);

  const { bot, member, token } = scene;
  const secrets = {
    ...planted,
    ...{
      botToken: bot.token,
      botKey: bot.token.split(":")[1] ?? "",
      webhook: webhookSecretOf({ botToken: bot.token }),
    },
    ...{ memberPassword: member.password, token, visitorToken },
    ...Object.fromEntries([...login.cookies].map(([name, value]) => [name, value.split(".")[0] ?? ""])),
  };
  assert.ok(failures.length > 15 && lines.some((line) => line.includes("request failed")));
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 10, name);
    assert.deepEqual(
      [...lines, ...failures].filter((text) => text.includes(secret)),
      [],
      name,
    );
  }
});

type Scene = Awaited<ReturnType<typeof aScene>>;
type Ask = (url: string, init?: RequestInit, through?: typeof fetch) => Promise<void>;

/** A page on Telegram whose flow calls a server that repeats in its answers whatever it is sent. */
async function aScene(t: Test, lines: string[]) {
  const standIn = await startTelegram(t);
  const { bot, origin } = standIn;
  const server = await aServer(t, (request, response) => {
    const echo = JSON.stringify(request.headers);
    if (request.url === "/refuse") response.writeHead(500, { "x-echo": planted.header }).end(echo);
    else if (request.url === "/leave") response.writeHead(302, { location: `http://10.0.0.1/${planted.header}` }).end();
    else response.end(echo);
  });
  const pageId = `tg_${bot.id}`;
  const settings = { botToken: bot.token, botName: bot.username, apiUrl: origin };
  const paths = ["refuse", "leave", "echo"];
  const conversation = await aConversation(
    t,
    "telegram",
    {
      ...{ pageId, settings },
      connect: async (baseUrl: string) =>
        void (await telegram.account?.connect(Settings.parse(settings), `${baseUrl}/webhooks/${pageId}`)),
    },
    {
      log: openLog("trace", { write: (line) => void lines.push(line) }),
      allowPrivateHosts: ["127.0.0.1"],
      file: {
        flows: [aFlow("Hello"), ...paths.map((path) => aCall(path, `${server.origin}/${path}`))],
        keywords: [aKeyword("hello", "Hello"), ...paths.map((path) => aKeyword(path, path))],
        ...{ main_menu: [], tools: [] },
      },
    },
  );
  const { db } = conversation.node.deps;
  const { workspaceId } = (await findPage(db, pageId)) ?? assert.fail();
  const member = await aMember({ db }, { workspaceId });
  return { ...conversation, standIn, bot, server, member, baseUrl: conversation.node.baseUrl, pageId, settings };
}

function aCall(name: string, url: string) {
  const headers = [{ name: "authorization", value: `Bearer ${planted.header}` }];
  const steps = {
    call: {
      ...{ type: "request", method: "POST", url, headers, body: `{"key": "${planted.body}"}`, answer: "content" },
      next: { ok: null, failed: "sorry" },
    },
    sorry: { type: "message", content: { messages: [{ type: "text", text: `No ${name}` }] }, next: null },
  };
  return { name, published: true, document: { version: 1, start: "call", steps } };
}

/** Telegram refuses, repeats the token and breaks off; the server of the flow answers nothing that fits. */
async function converseInTrouble({ standIn, bot, server }: Scene): Promise<void> {
  const ann = standIn.person(1);
  await ann.say("hello");
  await standIn.until(() => ann.heard().length === 1);
  const troubles: Trouble[] = [
    { refuse: { code: 400, description: `Bad Request: bot${bot.token} sent ${planted.body}` } },
    { raw: { status: 502, body: `no route to /bot${bot.token}/sendMessage` } },
    { reset: true },
  ];
  for (const trouble of troubles) {
    const sent = standIn.sent.length;
    const refused = standIn.refused.length;
    let isMade = false;
    standIn.trouble = ({ method }) => {
      if (method !== "sendMessage" || isMade) return undefined;
      isMade = true;
      return trouble;
    };
    await ann.say("hello");
    await until(() => standIn.sent.length > sent || standIn.refused.length > refused);
  }
  for (const path of ["refuse", "leave", "echo"]) {
    await ann.say(path);
    await until(() => ann.heard().includes(`No ${path}`));
  }
  assert.equal(server.seen.length, 3);
}

async function failToLogIn({ baseUrl, member }: Scene, ask: Ask) {
  const browser = aBrowser(baseUrl);
  const signIn = (body: string) =>
    ask(`${baseUrl}/api/v1/auth/sign-in/email`, { method: "POST", headers: asJson, body }, browser.fetch);
  await signIn(JSON.stringify({ email: member.email, password: planted.password }));
  await signIn(JSON.stringify({ email: member.email, password: { $ne: planted.password } }));
  await signIn(`{"password": "${planted.password}"`);
  assert.equal((await browser.signIn(member)).status, 200);
  const change = { currentPassword: planted.password, newPassword: planted.password, extra: planted.password };
  await ask(
    `${baseUrl}/api/v1/auth/change-password`,
    { method: "POST", headers: asJson, body: JSON.stringify(change) },
    browser.fetch,
  );
  return browser;
}

async function failAsVisitor({ baseUrl, node }: Scene, ask: Ask): Promise<string> {
  const { pageId } = await aPage(node.deps);
  const { token } = await aVisitor(baseUrl, pageId);
  const root = `${baseUrl}/api/webchat/v1/pages/${pageId}`;
  await ask(`${root}/events?visitor_token=${token}`);
  const headers = { ...asJson, authorization: `Bearer ${token}` };
  await ask(`${root}/messages`, { method: "POST", headers, body: JSON.stringify({ text: planted.body, of: 1 }) });
  return token;
}

async function failToCallApi({ baseUrl, pageId, token }: Scene, ask: Ask): Promise<void> {
  const root = pageUrl(baseUrl, pageId);
  const headers = { ...asJson, "access-token": token, accept: "application/problem+json" };
  const post = (path: string, body: string) => ask(root + path, { method: "POST", headers, body });
  await ask(`${root}/flows?access_token=${token}`, { headers });
  await ask(`${root}/flows`, { headers: { "access-token": `${token}x` } });
  await ask(`${root}/${token}`, { headers });
  await post("/keywords/update", JSON.stringify({ keyword_id: planted.body, [planted.header]: 1 }));
  await post("/flows/send_content", JSON.stringify({ psid: planted.body, data: { version: planted.header } }));
  await post("/flows/send_flow", `{"psid": "${planted.body}`);
}

async function failAsWebhook({ baseUrl, pageId, bot }: Scene, ask: Ask): Promise<void> {
  const secret = webhookSecretOf({ botToken: bot.token });
  const post = (given: string, body: string) =>
    ask(`${baseUrl}/webhooks/${pageId}`, {
      method: "POST",
      headers: { ...asJson, "x-telegram-bot-api-secret-token": given },
      body,
    });
  await post(`${secret.slice(0, -1)}_`, `{"update_id": "${planted.body}"}`);
  await post(secret, `{"update_id": "${planted.body}"`);
  await ask(`${baseUrl}/webhooks/${pageId}?hub.verify_token=${planted.header}`);
}

/** The database refuses rows that hold secrets, and repeats them in its errors. */
async function refuseRows({ node, baseUrl, pageId, token, settings }: Scene, browser: typeof fetch, ask: Ask) {
  const { db } = node.deps;
  await db.count(sql`alter table pages add constraint no_name check (name <> 'Refused') not valid`);
  await db.count(sql`alter table keywords add constraint no_keyword check (false) not valid`);
  const change = (path: string, method: string, body: object) =>
    ask(`${baseUrl}/api/v1/pages/${pageId}${path}`, { method, headers: asJson, body: JSON.stringify(body) }, browser);
  await change("", "PATCH", { name: "Refused", greeting: planted.body });
  await change("/channel", "PUT", { settings: { ...settings, botToken: `${settings.botToken}…` } });
  await ask(`${pageUrl(baseUrl, pageId)}/keywords/create`, { method: "POST", headers: { "access-token": token } });
}

const asJson = { "content-type": "application/json" };
