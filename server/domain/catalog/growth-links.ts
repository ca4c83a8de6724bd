import type { ChannelType } from "@banter/core/channels/index.ts";
import { notFound } from "@banter/core/model/error.ts";
import { toolPayload } from "@banter/core/model/press-payload.ts";
import type { Deps } from "../../deps.ts";
import { type ConnectedPage, findPage } from "../../store/catalog/pages.ts";
import { listTools, type Tool } from "../../store/catalog/tools.ts";
import { chatLink } from "../connect/connection.ts";
import { conversationLink } from "../sending/links.ts";

/** What a growth tool gives its owner to put into the world. */
export type Growth = {
  id: number;
  type: Tool["type"];
  name: string;
  isPublished: boolean;
  /** Opens the chat; its `ref` starts the tool's flow. */
  link: string;
  /** To paste into an advertisement. */
  adsJson: AdLink | Welcome;
  /** To paste into a web page. */
  snippet: string;
};

type AdLink = { link: string; ref: string | null; message: string };
type Welcome = {
  message: { text: string; quick_replies?: { content_type: string; title: string; payload: string }[] };
};

export async function listGrowth(deps: GrowthDeps, pageId: string): Promise<Growth[]> {
  const page = await findPage(deps.db, pageId);
  return page ? (await listTools(deps.db, pageId)).map((tool) => growthOf(deps, page, tool)) : [];
}

type GrowthDeps = Pick<Deps, "db" | "baseUrl" | "channels">;

/** A published tool; an unpublished one does nothing, so for the world it is not there. */
export async function getGrowth(deps: GrowthDeps, pageId: string, toolId: number): Promise<Growth> {
  const growth = (await listGrowth(deps, pageId)).find(({ id }) => id === toolId);
  if (!growth?.isPublished) throw notFound("tool");
  return growth;
}

/** A page that has no address of its own, not being connected, has at least ours. */
export function growthOf(deps: Pick<Deps, "baseUrl" | "channels">, page: ConnectedPage, tool: Tool): Growth {
  const { id, type, name, ref, isPublished } = tool;
  const link = chatLink(deps, page, ref) ?? conversationLink(deps, page.id);
  const attributes = [`data-page="${page.id}"`, ...(ref === null ? [] : [`data-ref="${ref}"`])].join(" ");
  return {
    id,
    type,
    name,
    isPublished,
    link,
    adsJson: welcomes[page.channel]?.(tool) ?? { link, ref, message: name },
    snippet: `<script src="${deps.baseUrl()}/widget.js" ${attributes} async></script>`,
  };
}

/** What whoever clicks an advertisement is welcomed with, in the platform's own form; their answer starts the tool's flow. */
const welcomes: Partial<Record<ChannelType, (tool: Tool) => Welcome>> = {
  messenger: metaWelcome,
  instagram: metaWelcome,
};

/** The text of `page_welcome_message` in the creative of an advertisement that opens a chat. */
function metaWelcome({ id, name, ref }: Tool): Welcome {
  const title = [...name].slice(0, 20).join("");
  const reply = { content_type: "text", title, payload: toolPayload(id) };
  return { message: { text: name, ...(ref !== null && { quick_replies: [reply] }) } };
}
