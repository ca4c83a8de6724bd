import type { Test } from "@banter/core/test/at-end.ts";
import { meter } from "../meter.ts";
import { serveStandIn, watchChanges } from "../stand-in-server.ts";
import { writtenMessages } from "../written.ts";
import { answer, type Running } from "./answers.ts";
import { personOf, postWebhook } from "./person.ts";
import type { Zalo } from "./stand-in.ts";

/** A strict stand-in for Zalo's Open API with one Official Account and people. */
export async function startZalo(t: Test, { port = 0, oaId = "579745863508352884" } = {}): Promise<Zalo> {
  const { changed, until } = watchChanges();
  const zalo: Zalo = {
    origin: "",
    oaId,
    app: { id: "431100000000000001", secret: "stand-in-app-secret" },
    oaSecret: "stand-in-oa-secret",
    accessToken: "stand-in-access-token",
    refreshToken: "stand-in-refresh-token",
    expiresIn: 90_000,
    webhookUrl: "",
    sent: [],
    takenAt: [],
    calls: [],
    refused: [],
    trouble: () => undefined,
    unfetchable: new Set(),
    written: writtenMessages(),
    blocked: new Set(),
    lastActs: new Map(),
    hasCloudAccount: false,
    now: () => Date.now(),
    person: (number) => personOf(zalo, number),
    async enterWebhook(url) {
      const { status } = await fetch(url, { method: "POST" });
      if (status !== 200) throw new Error(`The address was answered with ${status}, so that Zalo does not take it.`);
      zalo.webhookUrl = url;
    },
    async post(...bodies) {
      const statuses: number[] = [];
      for (const each of bodies) statuses.push(await postWebhook(zalo, each));
      return statuses;
    },
    echo: (userId, message, adminId) => ({
      app_id: zalo.app.id,
      event_name: "oa_send_text",
      timestamp: String(zalo.now()),
      sender: { id: zalo.oaId, ...(adminId !== undefined && { admin_id: adminId }) },
      recipient: { id: userId },
      message,
    }),
    report: ({ id, userId }, event_name) =>
      zalo.post({
        app_id: zalo.app.id,
        event_name,
        timestamp: String(zalo.now()),
        sender: { id: zalo.oaId },
        recipient: { id: userId },
        message: event_name === "user_seen_message" ? { msg_ids: [id] } : { msg_id: id },
      }),
    until,
  };
  const running: Running = { zalo, mayPass: meter(20, 20), changed };
  zalo.origin = await serveStandIn(t, port, (request, response) => answer(running, request, response));
  return zalo;
}
