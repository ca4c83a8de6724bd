import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../deps.ts";
import { listTools, type Tool } from "../store/tools.ts";

/** What a growth tool gives its owner to put into the world. */
export type Growth = {
  id: number;
  type: Tool["type"];
  name: string;
  isPublished: boolean;
  /** Opens the chat; its `ref` starts the tool's flow. */
  link: string;
  /** Pictures of the link. */
  qrPng: string;
  qrSvg: string;
  /** To paste into an advertisement. */
  adsJson: { link: string; ref: string | null; message: string };
  /** To paste into a web page. */
  snippet: string;
};

export async function listGrowth(deps: Pick<Deps, "db" | "baseUrl">, pageId: string): Promise<Growth[]> {
  return (await listTools(deps.db, pageId)).map((tool) => growthOf(deps.baseUrl(), pageId, tool));
}

/** A published tool; an unpublished one does nothing, so for the world it is not there. */
export async function getGrowth(deps: Pick<Deps, "db" | "baseUrl">, pageId: string, toolId: number): Promise<Growth> {
  const growth = (await listGrowth(deps, pageId)).find(({ id }) => id === toolId);
  if (!growth?.isPublished) throw notFound("tool");
  return growth;
}

function growthOf(baseUrl: string, pageId: string, { id, type, name, ref, isPublished }: Tool): Growth {
  const link = `${baseUrl}/chat/${pageId}${ref === null ? "" : `?ref=${encodeURIComponent(ref)}`}`;
  const attributes = [`data-page="${pageId}"`, ...(ref === null ? [] : [`data-ref="${ref}"`])].join(" ");
  return {
    id,
    type,
    name,
    isPublished,
    link,
    qrPng: `${baseUrl}/tools/${pageId}/${id}/qr.png`,
    qrSvg: `${baseUrl}/tools/${pageId}/${id}/qr.svg`,
    adsJson: { link, ref, message: name },
    snippet: `<script src="${baseUrl}/widget.js" ${attributes} async></script>`,
  };
}
