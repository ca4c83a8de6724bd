import { aiExits, intentIds } from "../ai/intent.ts";
import { runAi } from "../ai/run-ai.ts";
import { AiSettings } from "../ai/settings.ts";
import { defineStep } from "./define.ts";
import { textOf } from "./summary.ts";

/**
 * Lets a language model answer the customer's newest words. The model proposes; what it may do stands here. `unsure` is
 * taken if the page's knowledge holds no answer, `failed` if none came; each intent has an exit of its own.
 *
 *     { "type": "ai", "model_id": 7, "instructions": "You answer for {{page_name}}. Be brief.", "history": 10,
 *       "max_length": 600, "knowledge": { "sources": [], "threshold": 0.3 },
 *       "tools": [{ "tool": "hand_over", "description": "The customer asks for a person." }],
 *       "intents": [{ "id": "order", "name": "Order", "description": "The customer wants to buy something." }],
 *       "save": [{ "field": "email", "accept": "email", "description": "The customer's e-mail address" }],
 *       "stay": { "max_turns": 10, "no_reply_seconds": 3600 },
 *       "next": { "order": "shop", "answered": null, "unsure": "person", "failed": "person" } }
 */
export const ai = defineStep({
  type: "ai",
  title: "Answer by AI",
  settings: AiSettings,
  exits: ({ intents }) => [...new Set([...intentIds(intents), ...aiExits])],
  blank: { model_id: null, instructions: "" },
  summary: ({ instructions }) => ({ lines: [textOf(instructions)].filter(Boolean) }),
  waitsFor: () => "answer",
  readReply: (_, words) => (words.trim() === "" ? undefined : { value: words, field: undefined }),
  run: runAi,
});
