import type { Deps } from "../deps.ts";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { createPageOn } from "../domain/pages/page-settings.ts";
import { createPageToken } from "../domain/pages/page-tokens.ts";
import { aFlow, aKeyword, aPageFile, type TestPage } from "./builders.ts";

/** A web chat page with flows, keywords, buttons and a growth tool: something of everything that is counted. */
export async function numbersPage(deps: Pick<Deps, "db" | "channels">, workspaceId: number): Promise<TestPage> {
  const { id: pageId } = await createPageOn(deps, { workspaceId, channel: "webchat", name: "Corner shop" });
  const file = aPageFile({
    flows: [aFlow("Hello"), { name: "Name", published: true, document: askName }, aFlow("Sorry", "I do not know.")],
    keywords: [aKeyword("hello", "Hello"), aKeyword("name", "Name"), { ...aKeyword("price", "Hello"), name: "Price" }],
    tools: [{ type: "chat_ref_url", name: "Door", ref: "door", flow: "Hello", is_published: true }],
  });
  const page = { ...file.page, default_reply: "Sorry" };
  await applyPageFile(deps, pageId, { ...file, page }, { prune: true });
  return { pageId, token: await createPageToken(deps, pageId) };
}

/** Asks for a name, and thanks with a button that goes back to the question. */
const askName = {
  version: 1,
  start: "ask",
  steps: {
    ask: {
      type: "ask",
      content: { messages: [{ type: "text", text: "Your name?" }] },
      accept: "text",
      next: { answered: "thanks", gave_up: null, no_reply: null },
    },
    thanks: {
      type: "message",
      content: {
        messages: [{ type: "text", text: "Thank you!", buttons: [{ type: "step", title: "Again", step: "ask" }] }],
      },
      next: null,
    },
  },
};
