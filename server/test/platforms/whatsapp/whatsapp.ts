import type { Test } from "@banter/core/test/at-end.ts";
import { meter } from "../meter.ts";
import { serveStandIn, watchChanges } from "../stand-in-server.ts";
import { writtenMessages } from "../written.ts";
import { answer } from "./answers.ts";
import type { Running } from "./faults.ts";
import { whatsappFiles } from "./files.ts";
import { envelope, personOf, postWebhook, statusOf } from "./person.ts";
import type { Whatsapp } from "./stand-in.ts";

/** A strict stand-in for WhatsApp's Cloud API with one number and customers. */
export async function startWhatsapp(t: Test, { port = 0, numberId = "106540352242922" } = {}): Promise<Whatsapp> {
  const { changed, until } = watchChanges();
  const whatsapp: Whatsapp = {
    origin: "",
    number: { id: numberId, display: "15550783881" },
    businessAccountId: "102290129340398",
    accessToken: "EAAStandInToken",
    appSecret: "stand-in app secret",
    isSubscribed: false,
    webhookUrl: "",
    reports: [],
    sent: [],
    takenAt: [],
    calls: [],
    refused: [],
    templates: [],
    forms: [],
    products: [],
    automation: undefined,
    maxPrompts: 4,
    files: whatsappFiles(() => whatsapp, changed),
    written: writtenMessages(),
    received: new Set(),
    typed: [],
    lastWords: new Map(),
    absent: new Set(),
    refusesLate: false,
    takesConversations: true,
    now: () => Date.now(),
    trouble: () => undefined,
    person: (names) => personOf(whatsapp, names),
    async post(...webhooks) {
      const statuses: number[] = [];
      for (const each of webhooks) statuses.push(await postWebhook(whatsapp.webhookUrl, whatsapp.appSecret, each));
      return statuses;
    },
    tellApp(appWebhookUrl, field, value) {
      const entry = [{ id: whatsapp.businessAccountId, time: 1794700800, changes: [{ field, value }] }];
      return postWebhook(appWebhookUrl, whatsapp.appSecret, { object: "whatsapp_business_account", entry });
    },
    report: (sent, status, code) =>
      whatsapp.post(envelope(whatsapp, { statuses: [statusOf(sent, status, whatsapp.now(), code)] })),
    async waitFor(wanted) {
      await whatsapp.until(() => whatsapp.sent.length >= wanted);
      return whatsapp.sent;
    },
    until,
  };
  const limits = { overall: meter(80, 80), perCustomer: new Map() };
  const running: Running = { whatsapp, limits, count: 0, changed };
  whatsapp.origin = await serveStandIn(t, port, (request, response) => answer(running, request, response));
  return whatsapp;
}
