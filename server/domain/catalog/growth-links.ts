import { notFound } from "@banter/core/model/error.ts";
import { isEventTool, type RefToolType } from "@banter/core/model/tools/tool.ts";
import type { AdWelcome } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { type ConnectedPage, findPage } from "../../store/catalog/pages.ts";
import { listTools, type Tool } from "../../store/catalog/tools.ts";
import { chatLink } from "../connect/connection.ts";
import { conversationLink } from "../sending/links.ts";

/** The link, advertisement and snippet of a growth tool, for its owner to publish. */
export type GrowthLinks = {
  id: number;
  type: RefToolType;
  name: string;
  isPublished: boolean;
  /** Opens the chat; its `ref` starts the tool's flow. */
  link: string;
  /** Leads to the link, and counts that it was opened. */
  openLink: string;
  /** To paste into an advertisement. */
  adsJson: AdLink | AdWelcome;
  /** To paste into a web page. */
  snippet: string;
};

type AdLink = { link: string; ref: string | null; message: string };

export async function listGrowthLinks(deps: GrowthDeps, pageId: string): Promise<GrowthLinks[]> {
  const page = await findPage(deps.db, pageId);
  return page ? (await listTools(deps.db, pageId)).flatMap((tool) => growthLinksOf(deps, page, tool) ?? []) : [];
}

type GrowthDeps = Pick<Deps, "db" | "baseUrl" | "channels">;

/** Throws unless the tool is published: the public addresses show published tools only. */
export async function getGrowthLinks(deps: GrowthDeps, pageId: string, toolId: number): Promise<GrowthLinks> {
  const links = (await listGrowthLinks(deps, pageId)).find(({ id }) => id === toolId);
  if (!links?.isPublished) throw notFound("tool");
  return links;
}

/**
 * A page that is not connected has no address on its platform; its tools lead to our chat page. Tools that wait for
 * something that customers do have no links.
 */
export function growthLinksOf(
  deps: Pick<Deps, "baseUrl" | "channels">,
  page: ConnectedPage,
  tool: Tool,
): GrowthLinks | undefined {
  const { id, type, name, ref, isPublished } = tool;
  if (isEventTool(type)) return undefined;
  const link = chatLink(deps, page, ref) ?? conversationLink(deps, page.id);
  const attributes = [`data-page="${page.id}"`, ...(ref === null ? [] : [`data-ref="${ref}"`])].join(" ");
  return {
    id,
    type,
    name,
    isPublished,
    link,
    openLink: `${deps.baseUrl()}/tools/${page.id}/${id}/open`,
    adsJson: deps.channels[page.channel]?.links.adWelcome?.(tool) ?? { link, ref, message: name },
    snippet: `<script src="${deps.baseUrl()}/widget.js" ${attributes} async></script>`,
  };
}
