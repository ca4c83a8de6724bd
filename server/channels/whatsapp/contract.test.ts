import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { aServer } from "../../test/loopback-server.ts";
import { cloudApi, cloudReads } from "../../test/platforms/whatsapp/cloud-api.ts";
import { deviationsOf, messagesRoute, template } from "../../test/platforms/whatsapp/cloud-api-faults.ts";
import { settingsFor } from "../../test/platforms/whatsapp/page.ts";
import type { Whatsapp } from "../../test/platforms/whatsapp/stand-in.ts";
import { startWhatsapp } from "../../test/platforms/whatsapp/whatsapp.ts";
import { aRenderContext } from "../../test/render-context.ts";
import type { PageProfile } from "../channel.ts";
import { answerHandshake } from "../handshake.ts";
import { check, connect } from "./account/index.ts";
import { deliver, showTyping } from "./deliver.ts";
import { whatsapp as channel } from "./index.ts";
import { setProfile } from "./profile.ts";
import { type Call, render } from "./render.ts";
import { completeTemplate } from "./template/template.ts";

// Our calls, checked against Meta's published contract, except for its known faults.

test("every message of the fixtures keeps to Meta's contract", () => {
  const deviations = messages().flatMap(({ name, body }) =>
    deviationsOf({ route: messagesRoute, body }).map((fault) => `${name}: ${fault}`),
  );

  assert.deepEqual(deviations, []);
});

test("every other call keeps to Meta's contract, and each of them is made", async (t) => {
  const calls = await callsOf(t);

  assert.deepEqual(
    calls.flatMap((call) =>
      [...deviationsOf(call), ...faultsOfReading(call)].map((fault) => `${call.route}: ${fault}`),
    ),
    [],
  );
  assert.deepEqual(
    [...new Set(calls.map(({ route }) => route))].toSorted(),
    [...Object.keys(cloudApi), ...Object.keys(cloudReads)].toSorted(),
  );
});

const wording = {
  chooseLabel: "Choose",
  phoneQuestion: "What is your phone number?",
  emailQuestion: "What is your e-mail address?",
};

/** Every message of the fixtures as it is rendered now, and templates with buttons of every kind. */
function messages(): { name: string; body: unknown }[] {
  return givenIn<OutgoingMessage & { psid?: string }>("outbound").flatMap(({ name, given }) => {
    const { psid = "wa_84901234567", ...message } = given;
    return render(message as OutgoingMessage, aRenderContext(psid), wording).map(({ request, template }) => ({
      name,
      body: template ? completeTemplate(request, template, orderReady).whole : request,
    }));
  });
}

function givenIn<Given>(name: string): { name: string; given: Given }[] {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"));
}

const orderReady: Whatsapp["templates"][number] = {
  id: "594425479261596",
  name: "order_ready",
  language: "en_US",
  status: "APPROVED",
  components: [
    {
      type: "BUTTONS",
      buttons: [
        { type: "URL", text: "See it", url: "https://shop.example/{{1}}" },
        { type: "QUICK_REPLY", text: "Thanks" },
        { type: "COPY_CODE", text: "Code" },
        { type: "QUICK_REPLY", text: "Stop" },
      ],
    },
  ],
};

/** Connecting, the profile, typing, and templates by number and by name, as a stand-in received them. */
async function callsOf(t: TestContext): Promise<Whatsapp["calls"]> {
  const standIn = await startWhatsapp(t);
  standIn.templates = [orderReady];
  const settings = settingsFor(standIn);
  const page = await aServer(t, (request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? "", "http://page").searchParams);
    response.end(answerHandshake(channel.inbound?.webhook.handshake ?? null, query, settings));
  });
  const callFor = (id: string): Call => ({
    request: template({ name: id, language: { code: "en_US" }, components: [] }),
    template: {
      id,
      language: "en_US",
      buttons: ["orders/17", "SALE"].map((value, place) => ({ key: `{{${place + 1}}}`, value })),
      payloads: ["b1042.0", "b1042.1"],
    },
  });

  await connect(settings, `${page.origin}/webhooks/waba_${settings.phoneNumberId}`);
  await check(settings, `${page.origin}/webhooks/waba_${settings.phoneNumberId}`);
  for (const { given } of givenIn<PageProfile>("profile")) await setProfile(given, settings);
  await deliver(callFor(orderReady.id), settings);
  await deliver(callFor(orderReady.name), settings);
  standIn.received.add("wamid.1");
  await showTyping("wa_84901234567", settings, async () => "wamid.1");

  assert.deepEqual(standIn.refused, []);
  return standIn.calls;
}

/** By Meta's reference every object of the Graph API takes `fields`, and templates also take a language. */
function faultsOfReading({ route, parameters }: Whatsapp["calls"][number]): string[] {
  const known = cloudReads[route];
  if (!known) return [];
  const { fields, ...others } = parameters;
  const names = [...known.parameters, ...(route === "GET account/message_templates" ? ["language"] : [])];
  return [
    ...Object.keys(others).filter((name) => !names.includes(name)),
    ...(fields?.split(",") ?? []).filter((field) => !known.fields.includes(field)),
  ].map((name) => `${name} is not known`);
}
