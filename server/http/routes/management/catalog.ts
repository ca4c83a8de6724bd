import type { catalog } from "@banter/core/api/management/catalog.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import { EventToolType } from "@banter/core/model/tools/tool.ts";
import type { Deps } from "../../../deps.ts";
import { createField, labelField, removeField } from "../../../domain/catalog/fields.ts";
import { growthLinksOf } from "../../../domain/catalog/growth-links.ts";
import { setIceBreakers, setMenu } from "../../../domain/catalog/ice-breakers-and-menu.ts";
import { addKeyword, changeKeyword, orderKeywords, removeKeyword } from "../../../domain/catalog/keywords.ts";
import { createTag, removeTag, renameTag } from "../../../domain/catalog/tags.ts";
import { changeTool, createTool, orderTools, removeTool } from "../../../domain/catalog/tools.ts";
import { getPage } from "../../../domain/pages/page-settings.ts";
import { listCustomFields } from "../../../store/catalog/custom-fields.ts";
import { type IceBreaker, listIceBreakers } from "../../../store/catalog/ice-breakers.ts";
import { listKeywords } from "../../../store/catalog/keywords.ts";
import { listMenuItems, type MenuItem } from "../../../store/catalog/menu-items.ts";
import type { ConnectedPage } from "../../../store/catalog/pages.ts";
import { listTags } from "../../../store/catalog/tags.ts";
import { listTools, type Tool } from "../../../store/catalog/tools.ts";
import type { ManagementHandlers } from "./handlers.ts";
import { qrPath } from "./qr.ts";

export const catalogHandlers: ManagementHandlers<typeof catalog> = {
  "GET /pages/:page_id/keywords": async ({ db }, { pageId }) => ({
    keywords: (await listKeywords(db, pageId)).map(keyword),
  }),

  "POST /pages/:page_id/keywords": async (deps, { pageId, body, note }) => {
    const { flow_id: flowId, is_activated: isActivated, ...fields } = body;
    const made = await addKeyword(deps, pageId, () => ({ ...fields, flowId, isActivated }));
    note(named(made));
    return keyword(made);
  },

  "PATCH /pages/:page_id/keywords/:keyword_id": async (deps, { pageId, params, body, note }) => {
    const changed = await changeKeyword(deps, pageId, params.keyword_id, given(body));
    note(named(changed));
    return keyword(changed);
  },

  "DELETE /pages/:page_id/keywords/:keyword_id": async (deps, { pageId, params, note }) => {
    note(named(await removeKeyword(deps, pageId, params.keyword_id)));
    return {};
  },

  "PUT /pages/:page_id/keywords/order": async (deps, { pageId, body }) => {
    await orderKeywords(deps, pageId, body.ids);
    return {};
  },

  "GET /pages/:page_id/ice_breakers": async ({ db }, { pageId }) => ({
    ice_breakers: (await listIceBreakers(db, pageId)).map(iceBreaker),
  }),

  "PUT /pages/:page_id/ice_breakers": async (deps, { pageId, body }) => {
    const items = body.ice_breakers.map(({ id, title, flow_id }) => ({ id, title, flowId: flow_id }));
    return { ice_breakers: (await setIceBreakers(deps, pageId, items)).map(iceBreaker) };
  },

  "GET /pages/:page_id/main_menu": async ({ db }, { pageId }) => ({
    items: (await listMenuItems(db, pageId)).map(menuItem),
  }),

  "PUT /pages/:page_id/main_menu": async (deps, { pageId, body }) => {
    const items = body.items.map(({ id, type, title, ...target }) => ({
      id,
      type,
      title,
      flowId: "flow_id" in target ? target.flow_id : null,
      url: "url" in target ? target.url : null,
      command: "command" in target ? (target.command ?? null) : null,
    }));
    return { items: (await setMenu(deps, pageId, items)).map(menuItem) };
  },

  "GET /pages/:page_id/tools": async (deps, { pageId }) => {
    const page = await getPage(deps, pageId);
    return { tools: (await listTools(deps.db, pageId)).map((each) => tool(deps, page, each)) };
  },

  "POST /pages/:page_id/tools": async (deps, { pageId, body, note }) => {
    const { flow_id: flowId, is_published: isPublished, ...fields } = body;
    const made = await createTool(deps, pageId, { ...fields, flowId, isPublished });
    note(named(made));
    return tool(deps, await getPage(deps, pageId), made);
  },

  "PATCH /pages/:page_id/tools/:tool_id": async (deps, { pageId, params, body, note }) => {
    const changed = await changeTool(deps, pageId, params.tool_id, given(body));
    note(named(changed));
    return tool(deps, await getPage(deps, pageId), changed);
  },

  "DELETE /pages/:page_id/tools/:tool_id": async (deps, { pageId, params, note }) => {
    note(named(await removeTool(deps, pageId, params.tool_id)));
    return {};
  },

  "PUT /pages/:page_id/tools/order": async (deps, { pageId, body }) => {
    await orderTools(deps, pageId, body.ids);
    return {};
  },

  "GET /pages/:page_id/tags": async ({ db }, { pageId }) => ({ tags: await listTags(db, pageId) }),

  "POST /pages/:page_id/tags": async (deps, { pageId, body, note }) => {
    const tag = await createTag(deps, pageId, body.name);
    note(named(tag));
    return tag;
  },

  "PATCH /pages/:page_id/tags/:tag_id": async (deps, { pageId, params, body, note }) => {
    const tag = await renameTag(deps, pageId, params.tag_id, body.name);
    note(named(tag));
    return tag;
  },

  "DELETE /pages/:page_id/tags/:tag_id": async (deps, { pageId, params, note }) => {
    note(named(await removeTag(deps, pageId, params.tag_id)));
    return {};
  },

  "GET /pages/:page_id/fields": async ({ db }, { pageId }) => ({ fields: await listCustomFields(db, pageId) }),

  "POST /pages/:page_id/fields": async (deps, { pageId, body, note }) => {
    const field = await createField(deps, pageId, body);
    note(named(field));
    return field;
  },

  "PATCH /pages/:page_id/fields/:field_id": async (deps, { pageId, params, body, note }) => {
    const field = await labelField(deps, pageId, params.field_id, body.label);
    note(named(field));
    return field;
  },

  "DELETE /pages/:page_id/fields/:field_id": async (deps, { pageId, params, note }) => {
    note(named(await removeField(deps, pageId, params.field_id)));
    return {};
  },
};

const named = ({ id, name }: { id: number; name: string }) => ({ subject: name, subjectId: id });

/** The fields of a change under their internal names. */
function given<Rest extends object>({ flow_id, is_activated, is_published, ...rest }: Rest & Switches) {
  return {
    ...rest,
    ...(flow_id !== undefined && { flowId: flow_id }),
    ...(is_activated !== undefined && { isActivated: is_activated }),
    ...(is_published !== undefined && { isPublished: is_published }),
  };
}

type Switches = { flow_id?: number | null; is_activated?: boolean; is_published?: boolean };

const keyword = ({ flowId, isActivated, ...same }: Keyword) => ({
  ...same,
  flow_id: flowId,
  is_activated: isActivated,
});

const iceBreaker = ({ id, title, flowId }: IceBreaker) => ({ id, title, flow_id: flowId });

const menuItem = ({ id, type, title, flowId, url, command }: MenuItem) => ({
  ...{ id, type, title, url, command },
  flow_id: flowId,
});

function tool(deps: Deps, page: ConnectedPage, row: Tool) {
  const { flowId, isPublished, settings, ...same } = row;
  const shared = { ...same, flow_id: flowId, is_published: isPublished };
  const links = growthLinksOf(deps, page, row);
  if (!links) return { ...shared, type: EventToolType.parse(same.type), ref: null, settings: settings ?? {} };
  return {
    ...shared,
    type: links.type,
    settings: null,
    link: links.link,
    open_link: links.openLink,
    qr_png: qrPath(page.id, same.id, "png"),
    qr_svg: qrPath(page.id, same.id, "svg"),
    ads_json: links.adsJson,
    snippet: links.snippet,
  };
}
