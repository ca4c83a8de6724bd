import type { DraftDocument } from "@banter/core/flow/document/document.ts";

export const templateNames = ["blank", "welcome", "phone", "hours"] as const;
export type TemplateName = (typeof templateNames)[number];

/** The texts for customers in a template, in the owner's language. */
export type TemplateWords = (key: TemplateText) => string;
export type TemplateText =
  | "welcome.hello"
  | "welcome.offers"
  | "welcome.offersText"
  | "welcome.about"
  | "welcome.aboutText"
  | "phone.question"
  | "phone.retry"
  | "phone.thanks"
  | "phone.later"
  | "hours.open"
  | "hours.closed";

/** A complete flow that can be published as it is. Undefined for the blank one, which the server makes. */
export function draftOf(template: TemplateName, say: TemplateWords): DraftDocument | undefined {
  return { blank: () => undefined, welcome, phone: askForPhone, hours: openingHours }[template](say);
}

function welcome(say: TemplateWords): DraftDocument {
  return {
    version: 1,
    start: "hello",
    steps: {
      hello: {
        type: "message",
        content: {
          messages: [
            {
              type: "text",
              text: say("welcome.hello"),
              buttons: [
                { type: "step", title: say("welcome.offers"), step: "offers" },
                { type: "step", title: say("welcome.about"), step: "about" },
              ],
            },
          ],
        },
        next: null,
      },
      offers: message(say("welcome.offersText")),
      about: message(say("welcome.aboutText")),
    },
    layout: { hello: { x: 0, y: 0 }, offers: { x: 360, y: -80 }, about: { x: 360, y: 160 } },
  };
}

function askForPhone(say: TemplateWords): DraftDocument {
  return {
    version: 1,
    start: "question",
    steps: {
      question: {
        type: "ask",
        content: {
          messages: [{ type: "text", text: say("phone.question") }],
          quick_replies: [{ type: "phone_number" }],
        },
        accept: "phone",
        save_to: "phone",
        retries: 2,
        retry_text: say("phone.retry"),
        no_reply_seconds: 86_400,
        next: { answered: "thanks", gave_up: "later", no_reply: null },
      },
      thanks: message(say("phone.thanks")),
      later: message(say("phone.later")),
    },
    layout: { question: { x: 0, y: 0 }, thanks: { x: 360, y: -80 }, later: { x: 360, y: 160 } },
  };
}

function openingHours(say: TemplateWords): DraftDocument {
  const days = ["mon", "tue", "wed", "thu", "fri", "sat"];
  return {
    version: 1,
    start: "open",
    steps: {
      open: {
        type: "condition",
        match: "all",
        rules: [{ type: "time", hours: [{ days, from: "08:00", to: "18:00" }] }],
        next: { yes: "we_are_open", no: "we_are_closed" },
      },
      we_are_open: message(say("hours.open")),
      we_are_closed: message(say("hours.closed")),
    },
    layout: { open: { x: 0, y: 0 }, we_are_open: { x: 360, y: -80 }, we_are_closed: { x: 360, y: 160 } },
  };
}

function message(text: string) {
  return { type: "message", content: { messages: [{ type: "text", text }] }, next: null };
}
