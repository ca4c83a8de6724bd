import { FileTool, type PageFile } from "@banter/core/page-file/schema.ts";
import { aFlow, aKeyword } from "../builders.ts";

/** The set-up of the page in the shared scenarios. */
export const shop = {
  fields: [{ name: "colour", type: "text" as const }],
  flows: [
    flow("Hello", "one", {
      one: { type: "message", content: said("One"), next: "two" },
      two: { type: "message", content: said("Two"), next: null },
    }),
    flow("Choose", "hi", {
      hi: {
        type: "message",
        content: said("Choose", { buttons: [{ type: "flow", title: "Sizes", flow: "Sizes" }] }),
        next: null,
      },
    }),
    aFlow("Sizes", "From S to XL"),
    flow("Order", "ask", {
      ask: {
        type: "ask",
        accept: "text",
        save_to: "colour",
        content: { ...said("Which colour?"), quick_replies: [{ type: "text", caption: "Red" }] },
        next: { answered: "done" },
      },
      done: { type: "message", content: said("A {{colour}} one for you"), next: null },
    }),
    aFlow("Summer", "Summer sale!"),
    aFlow("Where", "*Here*, see [the map](https://maps.example/1) of {{user_first_name ?? our}} town"),
    flow("Think", "see", {
      see: { type: "message", content: said("Let me see"), next: "wait" },
      wait: { type: "delay", seconds: 1, next: "yes" },
      yes: { type: "message", content: said("Yes"), next: null },
    }),
    flow("Range", "cards", {
      cards: {
        type: "message",
        content: {
          messages: [
            { type: "cards", elements: ["Bread", "Cake", "Tea"].map((title) => ({ title, subtitle: "Fresh" })) },
          ],
        },
        next: null,
      },
    }),
  ],
  keywords: [
    aKeyword("hello", "Hello"),
    aKeyword("choose", "Choose"),
    aKeyword("sizes", "Sizes"),
    aKeyword("order", "Order"),
    aKeyword("range", "Range"),
    aKeyword("think", "Think"),
    aKeyword("where", "Where"),
  ],
  main_menu: [{ title: "Our sizes", flow: "Sizes" }],
  tools: [
    { type: "chat_ref_url" as const, name: "Summer", ref: "summer.1", flow: "Summer", is_published: true },
    FileTool.parse({
      type: "reaction",
      name: "Heart",
      flow: "Summer",
      is_published: true,
      settings: { emojis: ["❤️"] },
    }),
    FileTool.parse({ type: "location", name: "Place", flow: "Sizes", is_published: true }),
  ],
} satisfies Partial<PageFile>;

function said(text: string, more: object = {}) {
  return { messages: [{ type: "text" as const, text, ...more }] };
}

function flow(name: string, start: string, steps: object) {
  return { name, published: true, document: { version: 1, start, steps } };
}
