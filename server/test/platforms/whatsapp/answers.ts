import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { parseJson } from "@banter/core/model/json.ts";
import { z } from "zod";
import { answerJson } from "../stand-in-server.ts";
import { faultOf, type Running } from "./faults.ts";
import { automationRequest, MessageRequest, NumberRequest, ReadRequest, ThreadControlRequest } from "./requests.ts";

/** Answers a request like the Cloud API. */
export async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { whatsapp, changed } = running;
  if (whatsapp.files.answer(request, response)) return;
  const body = parseJson(await text(request));
  const { pathname, searchParams } = new URL(request.url ?? "", "http://whatsapp");
  const [, version = "", id = "", edge = ""] = pathname.split("/");
  const { number, businessAccountId } = whatsapp;
  if (request.headers.authorization !== `Bearer ${whatsapp.accessToken}`)
    return refuse(running, response, 190, "the access token is wrong", body);
  if (!/^v[0-9]+\.[0-9]+$/.test(version)) return refuse(running, response, 2500, "unknown path", body);
  const kind = id === number.id ? "number" : id === businessAccountId ? "account" : "object";
  const route = `${request.method} ${kind}/${edge}`;
  whatsapp.calls.push({ route, parameters: Object.fromEntries(searchParams), body });
  switch (route) {
    case "POST number/messages":
      return acceptMessage(running, body, request, response);
    case "POST number/conversational_automation": {
      const { data, error } = automationRequest(whatsapp.maxPrompts).safeParse(body);
      if (!data) return refuse(running, response, 100, z.prettifyError(error), body);
      whatsapp.automation = data;
      changed();
      return answerJson(response, 200, { success: true });
    }
    case "POST number/thread_control": {
      const { data, error } = ThreadControlRequest.safeParse(body);
      if (!data) return refuse(running, response, 100, z.prettifyError(error), body);
      if (!whatsapp.takesConversations) return refuse(running, response, 100, "take is not permitted", body);
      return answerJson(response, 200, { messaging_product: "whatsapp" });
    }
    case "GET number/":
      return answerJson(response, 200, {
        display_phone_number: `+${number.display}`,
        ...(searchParams.get("fields")?.includes("verified_name") && { verified_name: "Corner shop" }),
        ...(searchParams.get("fields")?.includes("webhook_configuration") &&
          whatsapp.webhookUrl !== "" && { webhook_configuration: { phone_number: whatsapp.webhookUrl } }),
        id: number.id,
      });
    case "POST number/":
      if (!whatsapp.isSubscribed)
        return refuse(running, response, 100, "the app is not subscribed to the account", body);
      return setWebhook(running, body, response);
    case "POST account/subscribed_apps":
      whatsapp.isSubscribed = true;
      return answerJson(response, 200, { success: true });
    case "GET account/message_templates": {
      const name = searchParams.get("name") ?? "";
      const language = searchParams.get("language");
      const found = whatsapp.templates.filter(
        (each) => each.name.includes(name) && (language === null || each.language === language),
      );
      return answerJson(response, 200, pageOf(found, searchParams));
    }
    case "GET account/flows":
      return answerJson(response, 200, pageOf(whatsapp.forms, searchParams));
    case "GET object/": {
      const found = whatsapp.templates.find((each) => each.id === id) ?? whatsapp.files.describe(id);
      return found ? answerJson(response, 200, found) : refuse(running, response, 100, "there is no such object", body);
    }
    default:
      return refuse(running, response, 100, "unknown path", body);
  }
}

/** A page of a list. Lists are short here, so that a second page exists with few items. */
function pageOf(items: object[], parameters: URLSearchParams): object {
  const start = Number(parameters.get("after") ?? "0");
  const end = start + Math.min(Number(parameters.get("limit") ?? "25"), maxItems);
  const next = end < items.length ? { next: "https://graph.facebook.com/next" } : {};
  return { data: items.slice(start, end), paging: { cursors: { before: `${start}`, after: `${end}` }, ...next } };
}

const maxItems = 3;

async function acceptMessage(
  running: Running,
  body: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { whatsapp, changed } = running;
  const read = ReadRequest.safeParse(body).data;
  if (read && !whatsapp.received.has(read.message_id))
    return refuse(running, response, 100, "there is no such message", body);
  if (read) {
    whatsapp.typed.push(read);
    changed();
    return answerJson(response, 200, { success: true });
  }
  const { data, error } = MessageRequest.safeParse(body);
  if (!data) return refuse(running, response, 100, z.prettifyError(error), body);
  const fault = faultOf(running, data);
  if (fault && !fault.isLate) return refuse(running, response, fault.code, "refused", body);
  const trouble = fault ? undefined : whatsapp.trouble(data);
  if (trouble?.refuse)
    return refuse(running, response, trouble.refuse.code, "trouble", body, trouble.refuse.retryAfter);
  if (trouble?.raw) return void response.writeHead(trouble.raw.status).end(trouble.raw.body);

  const sent = { id: `wamid.${++running.count}`, request: data };
  const { reaction } = data as { reaction?: { message_id: string; emoji: string } };
  if (!fault && reaction) whatsapp.written.react(reaction.message_id, reaction.emoji);
  if (!fault && !reaction) {
    whatsapp.sent.push(sent);
    whatsapp.takenAt.push(performance.now());
  }
  changed();
  // A reaction is reported as sent, and no further.
  const reports = reaction ? whatsapp.reports.filter((status) => status === "sent") : whatsapp.reports;
  setImmediate(async () => {
    if (fault) await whatsapp.report(sent, "failed", fault.code);
    else for (const status of reports) await whatsapp.report(sent, status);
  });
  if (trouble?.hang) return;
  if (trouble?.reset) return void request.socket.destroy();
  if (trouble?.delayMs) await new Promise((resolve) => setTimeout(resolve, trouble.delayMs));
  const input = data.to ?? data.recipient;
  answerJson(response, 200, {
    messaging_product: "whatsapp",
    contacts: [data.to === undefined ? { input, user_id: input } : { input, wa_id: input }],
    messages: [{ id: sent.id, message_status: "accepted" }],
  });
}

/** Sets the webhook address, after Meta's verification call to it. */
async function setWebhook(running: Running, body: unknown, response: ServerResponse): Promise<void> {
  const { data } = NumberRequest.safeParse(body);
  if (!data) return refuse(running, response, 100, "the configuration is not of its form", body);
  const { override_callback_uri: url, verify_token } = data.webhook_configuration;
  const challenge = String(1_000_000 + running.count);
  const query = { "hub.mode": "subscribe", "hub.verify_token": verify_token, "hub.challenge": challenge };
  const answer = await fetch(`${url}?${new URLSearchParams(query)}`);
  if (answer.status !== 200 || (await answer.text()) !== challenge)
    return refuse(running, response, 2200, "callback verification failed", body);
  running.whatsapp.webhookUrl = url;
  answerJson(response, 200, { success: true });
}

function refuse(
  { whatsapp, changed }: Running,
  response: ServerResponse,
  code: number,
  details: string,
  body: unknown,
  retryAfter?: number,
): void {
  whatsapp.refused.push({ code, details, body });
  changed();
  const error = {
    message: `(#${code}) ${details}`,
    type: "OAuthException",
    code,
    error_data: { messaging_product: "whatsapp", details },
    fbtrace_id: "AStandInTrace",
  };
  answerJson(
    response,
    statuses[code] ?? 400,
    { error },
    retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` },
  );
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
