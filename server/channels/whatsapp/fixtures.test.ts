import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { testCases, testOutcomes } from "@banter/core/test/cases.ts";
import { withNotes } from "../../test/notes.ts";
import { aRenderContext } from "../../test/render-context.ts";
import type { PageProfile } from "../channel.ts";
import { pagesIn, parse } from "./inbound/parse.ts";
import { automationOf } from "./profile.ts";
import { render } from "./render.ts";

const wording = {
  chooseLabel: "Choose",
  phoneQuestion: "What is your phone number?",
  emailQuestion: "What is your e-mail address?",
};

/** Webhook bodies, and their events for the number that most of them name. */
for (const name of ["inbound", "reactions"])
  testCases(new URL(`fixtures/${name}.json`, import.meta.url), (given) => ({
    pages: pagesIn(given),
    ...parse(given, "waba_106540352242922"),
  }));

/** Stored messages, the requests that show them, and the notes of changes. */
testOutcomes(new URL("fixtures/outbound.json", import.meta.url), (given) => {
  const { psid = "wa_84901234567", ...message } = given as OutgoingMessage & { psid?: string };
  return withNotes((note) => render(message as OutgoingMessage, aRenderContext(psid, { note }), wording));
});

testCases(new URL("fixtures/profile.json", import.meta.url), (given) => automationOf(given as PageProfile));
