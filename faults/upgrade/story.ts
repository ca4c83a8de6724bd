import { join } from "node:path";
import type { Test } from "@banter/core/test/at-end.ts";
import { testSecretKey } from "../../server/test/database/keys.ts";
import type { places, Release } from "../../server/test/database/releases/release.ts";
import { onServer } from "../../server/test/database/template.ts";
import { aServer } from "../../server/test/loopback-server.ts";
import { signedIn } from "../../server/test/people.ts";
import type { Telegram } from "../../server/test/platforms/telegram/stand-in.ts";
import { startTelegram } from "../../server/test/platforms/telegram/telegram.ts";
import { until } from "../../server/test/until.ts";
import { aVisitor } from "../../server/test/visitor.ts";
import { aNode, type Node } from "../world/node.ts";
import type { Checkout } from "./checkout.ts";
import { type Installation, publishSecondOrder, setUp } from "./installation.ts";

/** `origins`: the addresses that the dump of the database holds. */
export type Played = { release: Release; origins: Record<keyof typeof places, string> };

/**
 * Runs a release on the database until something of everything is under way: questions to customers, timers, a request,
 * messages that wait or are being sent, mail that is not handled. Then kills it. Only its command line and its HTTP
 * interfaces are used, which stay the same from release to release.
 */
export async function playStory(t: Test, checkout: Checkout, databaseUrl: string): Promise<Played> {
  const telegram = await startTelegram(t);
  // Never answers.
  const lookup = await aServer(t, () => undefined);
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: testSecretKey,
    ALLOW_PLATFORM_HOSTS: "127.0.0.1",
    ALLOW_PRIVATE_HOSTS: "127.0.0.1",
  };
  const node = await aNode(t, { databaseUrl, settings, root: checkout.root, program: join("server", "main.ts") });
  const installation = await setUp(checkout, { ...settings, BASE_URL: node.baseUrl }, telegram, lookup.origin);

  await node.start({ REORDER_MS: "0" });
  const calm = await playCalmPart(telegram, node, installation);
  const send = await playFailures(telegram, node, installation);
  await node.kill();

  // The release holds messages for this long if an earlier one is missing.
  await node.start({ REORDER_MS: "3000" });
  const [ben, gil, hal] = [telegram.person(2), telegram.person(7), telegram.person(8)];
  await Promise.all([ben.say("think"), hal.say("look")]);
  await until(() => ben.heard().includes("Let me see") && lookup.seen.length === 1);
  gil.saying("this one never arrives");
  const last = gil.saying("hello");
  await telegram.post(last);
  await until(() => isInMailbox(databaseUrl, gil.psid));
  await node.kill();

  const { pageId, token, webPageId, webToken, member } = installation;
  return {
    origins: { telegram: telegram.origin, lookup: lookup.origin, server: node.baseUrl },
    release: {
      ...{ version: checkout.version, commit: checkout.commit, madeAt: new Date().toISOString() },
      telegram: {
        ...{ pageId, token, botId: telegram.bot.id, sent: telegram.sent },
        ...{ accepted: calm.accepted, lastUpdateId: last.update_id },
      },
      send,
      webchat: { pageId: webPageId, token: webToken, visitorToken: calm.visitorToken },
      member: { ...member, cookies: calm.cookies },
    },
  };
}

/** Ann has answered one of two questions, Cleo was offered a button, Dan waits for tomorrow, a visitor was asked. */
async function playCalmPart(telegram: Telegram, node: Node, installation: Installation) {
  const [ann, cleo, dan] = [telegram.person(1), telegram.person(3), telegram.person(4)];
  const accepted = ann.saying("order");
  await telegram.post(accepted);
  await until(() => ann.heard().includes("Which colour?"));
  await ann.say("Red");
  await until(() => ann.heard().includes("How many?"));
  // Ann's run stays on the version it began with.
  await publishSecondOrder(installation);
  await Promise.all([cleo.say("choose"), dan.say("tomorrow")]);
  await until(() => cleo.heard().includes("Choose") && dan.heard().includes("Until tomorrow"));
  const visitor = await aVisitor(node.baseUrl, installation.webPageId);
  await visitor.say("order");
  await visitor.hear((messages) => messages.some(({ text }) => text === "Which colour?"));
  const browser = await signedIn(node.baseUrl, installation.member);
  return { accepted, visitorToken: visitor.token, cookies: [...browser.cookies] };
}

/** Eve's messages are refused and wait, one of them by the API; the call of Finn's message never ends. */
async function playFailures(telegram: Telegram, node: Node, { pageId, token }: Installation): Promise<Release["send"]> {
  const [eve, finn] = [telegram.person(5), telegram.person(6)];
  telegram.trouble = ({ method, body }) => {
    if (method !== "sendMessage") return undefined;
    if (body.chat_id === 5) return { refuse: { code: 500, description: "Internal Server Error" } };
    return body.chat_id === 6 ? { hang: true } : undefined;
  };
  await eve.say("hello");
  await until(() => telegram.refused.some(({ body }) => body.chat_id === 5));
  const content = { messages: [{ type: "text", text: "Your order is ready" }] };
  const send = { key: "order-17", body: { psid: eve.psid, data: { version: "v2", content } } };
  const answer = await fetch(`${node.baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
    method: "POST",
    headers: { "content-type": "application/json", "access-token": token, "idempotency-key": send.key },
    body: JSON.stringify(send.body),
  });
  if (!answer.ok) throw new Error(`The send was refused: ${answer.status} ${await answer.text()}`);
  await finn.say("hello");
  await until(() => finn.heard().includes("Welcome back"));
  return send;
}

function isInMailbox(url: string, psid: string): Promise<boolean> {
  return onServer(url, async (client) => {
    const { rowCount } = await client.query("select from mailbox where psid = $1", [psid]);
    return rowCount === 1;
  });
}
