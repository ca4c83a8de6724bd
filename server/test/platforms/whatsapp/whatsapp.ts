import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseJson } from "@banter/core/model/json.ts";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { z } from "zod";
import { meter } from "../meter.ts";
import { whatsappFiles } from "./files.ts";
import { envelope, personOf, postWebhook, statusOf } from "./person.ts";
import { automationRequest, MessageRequest, NumberRequest, ReadRequest } from "./requests.ts";
import type { Whatsapp } from "./stand-in.ts";
import { faultOfTemplate } from "./templates.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A strict stand-in for WhatsApp's Cloud API with one number and customers. */
export async function startWhatsapp(t: Test, { port = 0, numberId = "106540352242922" } = {}): Promise<Whatsapp> {
  const waiting = new Set<() => void>();
  const overall = meter(80, 80);
  const pairs = new Map<string, ReturnType<typeof meter>>();
  let count = 0;

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
    automation: undefined,
    maxPrompts: 4,
    files: whatsappFiles(() => whatsapp, wake),
    received: new Set(),
    typed: [],
    lastWords: new Map(),
    absent: new Set(),
    refusesLate: false,
    now: () => Date.now(),
    trouble: () => undefined,
    person: (names) => personOf(whatsapp, names),
    async post(...webhooks) {
      const statuses: number[] = [];
      for (const each of webhooks) statuses.push(await postWebhook(whatsapp.webhookUrl, whatsapp.appSecret, each));
      return statuses;
    },
    report: (sent, status, code) =>
      whatsapp.post(envelope(whatsapp, { statuses: [statusOf(sent, status, whatsapp.now(), code)] })),
    async waitFor(wanted) {
      await whatsapp.until(() => whatsapp.sent.length >= wanted);
      return whatsapp.sent;
    },
    async until(holds) {
      while (!holds()) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };

  /** The error code of a message, if it is refused. `isLate`: it is accepted first and fails later. */
  function faultOf(request: MessageRequest): { code: number; isLate: boolean } | undefined {
    const addressee = request.to ?? request.recipient ?? "";
    if (!overall()) return { code: 130429, isLate: false };
    const pair = pairs.get(addressee) ?? meter(1 / 6, 45);
    pairs.set(addressee, pair);
    if (!pair()) return { code: 131056, isLate: false };
    if (addressee === whatsapp.number.display) return { code: 131021, isLate: false };
    if (whatsapp.absent.has(addressee)) return { code: 131026, isLate: true };
    if (request.type === "template") {
      const code = faultOfTemplate(whatsapp.templates, contentOf(request) as Parameters<typeof faultOfTemplate>[1]);
      return code === undefined ? undefined : { code, isLate: false };
    }
    const last = whatsapp.lastWords.get(addressee) ?? Number.NEGATIVE_INFINITY;
    return whatsapp.now() - last > dayMs ? { code: 131047, isLate: whatsapp.refusesLate } : undefined;
  }

  async function takeMessage(body: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = ReadRequest.safeParse(body).data;
    if (read && !whatsapp.received.has(read.message_id)) return refuse(response, 100, "there is no such message", body);
    if (read) {
      whatsapp.typed.push(read);
      wake();
      return json(response, 200, { success: true });
    }
    const { data, error } = MessageRequest.safeParse(body);
    if (!data) return refuse(response, 100, z.prettifyError(error), body);
    const fault = faultOf(data);
    if (fault && !fault.isLate) return refuse(response, fault.code, "refused", body);
    const trouble = fault ? undefined : whatsapp.trouble(data);
    if (trouble?.refuse) return refuse(response, trouble.refuse.code, "trouble", body, trouble.refuse.retryAfter);
    if (trouble?.raw) return void response.writeHead(trouble.raw.status).end(trouble.raw.body);

    const sent = { id: `wamid.${++count}`, request: data };
    if (!fault) {
      whatsapp.sent.push(sent);
      whatsapp.takenAt.push(performance.now());
    }
    wake();
    setImmediate(async () => {
      if (fault) await whatsapp.report(sent, "failed", fault.code);
      else for (const status of whatsapp.reports) await whatsapp.report(sent, status);
    });
    if (trouble?.hang) return;
    if (trouble?.reset) return void request.socket.destroy();
    if (trouble?.delayMs) await new Promise((resolve) => setTimeout(resolve, trouble.delayMs));
    const input = data.to ?? data.recipient;
    json(response, 200, {
      messaging_product: "whatsapp",
      contacts: [data.to === undefined ? { input, user_id: input } : { input, wa_id: input }],
      messages: [{ id: sent.id, message_status: "accepted" }],
    });
  }

  /** Sets the webhook address, after Meta's verification call to it. */
  async function redirect(body: unknown, response: ServerResponse): Promise<void> {
    const { data } = NumberRequest.safeParse(body);
    if (!data) return refuse(response, 100, "the configuration is not of its form", body);
    const { override_callback_uri: url, verify_token } = data.webhook_configuration;
    const challenge = String(1_000_000 + count);
    const query = { "hub.mode": "subscribe", "hub.verify_token": verify_token, "hub.challenge": challenge };
    const answer = await fetch(`${url}?${new URLSearchParams(query)}`);
    if (answer.status !== 200 || (await answer.text()) !== challenge)
      return refuse(response, 2200, "callback verification failed", body);
    whatsapp.webhookUrl = url;
    json(response, 200, { success: true });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (whatsapp.files.answer(request, response)) return;
    const body = parseJson(await text(request));
    const { pathname, searchParams } = new URL(request.url ?? "", "http://whatsapp");
    const [, version = "", id = "", edge = ""] = pathname.split("/");
    const { number, businessAccountId } = whatsapp;
    if (request.headers.authorization !== `Bearer ${whatsapp.accessToken}`)
      return refuse(response, 190, "the access token is wrong", body);
    if (!/^v[0-9]+\.[0-9]+$/.test(version)) return refuse(response, 2500, "unknown path", body);
    const route = `${request.method} ${id === number.id ? "number" : id === businessAccountId ? "account" : "object"}/${edge}`;
    whatsapp.calls.push({ route, parameters: Object.fromEntries(searchParams), body });
    switch (route) {
      case "POST number/messages":
        return takeMessage(body, request, response);
      case "POST number/conversational_automation": {
        const { data, error } = automationRequest(whatsapp.maxPrompts).safeParse(body);
        if (!data) return refuse(response, 100, z.prettifyError(error), body);
        whatsapp.automation = data;
        wake();
        return json(response, 200, { success: true });
      }
      case "GET number/":
        return json(response, 200, { display_phone_number: `+${number.display}`, id: number.id });
      case "POST number/":
        if (!whatsapp.isSubscribed) return refuse(response, 100, "the app is not subscribed to the account", body);
        return redirect(body, response);
      case "POST account/subscribed_apps":
        whatsapp.isSubscribed = true;
        return json(response, 200, { success: true });
      case "GET account/message_templates": {
        const name = searchParams.get("name") ?? "";
        const language = searchParams.get("language");
        const data = whatsapp.templates.filter((each) => each.name.includes(name) && each.language === language);
        return json(response, 200, { data });
      }
      case "GET object/": {
        const found = whatsapp.templates.find((each) => each.id === id) ?? whatsapp.files.describe(id);
        return found ? json(response, 200, found) : refuse(response, 100, "there is no such object", body);
      }
      default:
        return refuse(response, 100, "unknown path", body);
    }
  }

  function refuse(response: ServerResponse, code: number, details: string, body: unknown, retryAfter?: number): void {
    whatsapp.refused.push({ code, details, body });
    wake();
    const error = {
      message: `(#${code}) ${details}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: "AStandInTrace",
    };
    json(
      response,
      statuses[code] ?? 400,
      { error },
      retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` },
    );
  }

  function wake(): void {
    for (const each of waiting) each();
    waiting.clear();
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  whatsapp.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  return whatsapp;
}

/** Most refusals are a 400. */
const statuses: Record<number, number> = {
  190: 401,
  4: 429,
  80007: 429,
  130429: 429,
  131056: 429,
  2: 500,
  131000: 500,
};

function contentOf(request: MessageRequest): unknown {
  return (request as unknown as Record<string, unknown>)[request.type];
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
