import type { PageFile } from "@banter/core/page-file/schema.ts";
import { aFlow, aKeyword, aPageFile } from "../../server/test/builders.ts";

/** Longer than the installation is down for, and not longer than a test should wait. */
const thinkSeconds = 25;
const daySeconds = 86_400;

/** The set-up of a page: each keyword begins a flow that waits in its own way. */
export function shop(lookupOrigin: string, order = firstOrder): PageFile {
  return aPageFile({
    fields: [
      { name: "colour", type: "text" },
      { name: "count", type: "number" },
      { name: "found", type: "text" },
    ],
    flows: [
      order,
      aFlow("Hello", "Welcome back"),
      aFlow("Sizes", "From S to XL"),
      flow("Choose", "hi", {
        hi: say("Choose", null, { buttons: [{ type: "flow", title: "Sizes", flow: "Sizes" }] }),
      }),
      flow("Think", "see", {
        see: say("Let me see", "wait"),
        wait: { type: "delay", seconds: thinkSeconds, next: "yes" },
        yes: say("Yes", null),
      }),
      flow("Tomorrow", "until", {
        until: say("Until tomorrow", "wait"),
        wait: { type: "delay", seconds: daySeconds, next: "morning" },
        morning: say("Good morning", null),
      }),
      flow("Look", "ask", {
        ask: {
          ...{ type: "request", method: "GET", url: `${lookupOrigin}/stock` },
          ...{ save: [{ path: "/found", field: "found" }], next: { ok: "yes", failed: "no" } },
        },
        yes: say("Found {{found}}", null),
        no: say("Not found", null),
      }),
    ],
    keywords: ["Order", "Hello", "Choose", "Think", "Tomorrow", "Look"].map((name) =>
      aKeyword(name.toLowerCase(), name),
    ),
  });
}

const firstOrder = orderThatEndsWith("{{count}} in {{colour}} for you");
export const secondOrder = orderThatEndsWith("Thank you");

function orderThatEndsWith(text: string) {
  return flow("Order", "colour", {
    colour: ask("Which colour?", "text", "colour", "count"),
    count: ask("How many?", "number", "count", "done"),
    done: say(text, null),
  });
}

function ask(text: string, accept: string, field: string, next: string) {
  return {
    ...{ type: "ask", accept, save_to: field },
    content: { messages: [{ type: "text", text }] },
    next: { answered: next },
  };
}

function say(text: string, next: string | null, more: object = {}) {
  return { type: "message", content: { messages: [{ type: "text", text, ...more }] }, next };
}

function flow(name: string, start: string, steps: object) {
  return { name, published: true, document: { version: 1, start, steps } };
}
