import { notFound } from "@banter/core/model/error.ts";
import type { AdWelcome } from "../../channels/channel.ts";
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
  adsJson: AdLink | AdWelcome;
  /** To paste into a web page. */
  snippet: string;
};

type AdLink = { link: string; ref: string | null; message: string };

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
    adsJson: deps.channels[page.channel]?.adWelcome?.(tool) ?? { link, ref, message: name },
    snippet: `<script src="${deps.baseUrl()}/widget.js" ${attributes} async></script>`,
  };
}
