import { type ParsedDocument, parseDocument } from "@banter/core/flow/document/document.ts";
import type { PageSetup } from "@banter/core/flow/turn/page-setup.ts";
import { buildMatcher } from "@banter/core/match/matcher.ts";
import { defaultInbox } from "@banter/core/model/inbox-settings.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { api } from "../../api.ts";
import type { PageInfo } from "../../frame/use-page.ts";

/** The page's setup in the form of the engine, for tests of a flow. */
export async function loadSetup(page: PageInfo): Promise<Omit<PageSetup, "document">> {
  const params = { page_id: page.id };
  const [tree, { keywords }, { tags }, { fields }] = await Promise.all([
    api("GET /pages/:page_id/tree", { params }),
    api("GET /pages/:page_id/keywords", { params }),
    api("GET /pages/:page_id/tags", { params }),
    api("GET /pages/:page_id/fields", { params }),
  ]);
  return setupOf(page, { flows: tree.flows, keywords, tags, fields });
}

type Parts = {
  flows: ReplyOf<"GET /pages/:page_id/tree">["flows"];
  keywords: KeywordInfo[];
  tags: ReplyOf<"GET /pages/:page_id/tags">["tags"];
  fields: ReplyOf<"GET /pages/:page_id/fields">["fields"];
};

export function setupOf(page: PageInfo, { flows, keywords, tags, fields }: Parts): Omit<PageSetup, "document"> {
  return {
    name: page.name,
    zone: page.timezone,
    hours: page.hours,
    channel: page.channel,
    conversationLink: () => `${location.origin}/chat/${page.id}`,
    welcomeFlowId: page.welcome_flow_id,
    defaultReplyFlowId: page.default_reply_flow_id,
    defaultReplySeconds: page.default_reply_seconds,
    inbox: defaultInbox,
    matcher: buildMatcher(keywords.map(keywordOf)),
    flows: new Map(
      flows.flatMap(({ id, name, published_version, is_on }) =>
        published_version === null || !is_on ? [] : [[id, { name, version: published_version }]],
      ),
    ),
    tools: new Map(),
    tags: new Map(tags.map(({ id, name }) => [id, name])),
    fields: new Map(fields.map(({ id, name, type }) => [id, { name, type }])),
  };
}

export async function loadDocument(
  pageId: string,
  flowId: number,
  version: number,
): Promise<ParsedDocument | undefined> {
  const { document } = await api("GET /pages/:page_id/flows/:flow_id/versions/:version", {
    params: { page_id: pageId, flow_id: flowId, version },
  });
  try {
    return parseDocument(document);
  } catch {
    // A version of an earlier release that can no longer run counts as missing.
    return undefined;
  }
}

type KeywordInfo = ReplyOf<"GET /pages/:page_id/keywords">["keywords"][number];

function keywordOf({ flow_id, is_activated, ...keyword }: KeywordInfo) {
  return { ...keyword, flowId: flow_id, isActivated: is_activated };
}
