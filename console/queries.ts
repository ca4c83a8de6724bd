import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** Queries of several screens. Data of a page has keys under `["page", pageId]`, so that one call invalidates it. */
export const setupQuery = queryOptions({ queryKey: ["setup"], queryFn: () => api("GET /setup") });

export const meQuery = queryOptions({ queryKey: ["me"], queryFn: () => api("GET /me"), staleTime: 60_000 });

export const channelsQuery = queryOptions({
  queryKey: ["channels"],
  queryFn: async () => (await api("GET /channels")).channels,
  staleTime: Number.POSITIVE_INFINITY,
});

export const pagesQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["workspace", workspaceId, "pages"],
    queryFn: async () =>
      (await api("GET /workspaces/:workspace_id/pages", { params: { workspace_id: workspaceId } })).pages,
  });

export const pageQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "info"],
    queryFn: () => api("GET /pages/:page_id", { params: { page_id: pageId } }),
  });

export const treeQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "tree"],
    queryFn: () => api("GET /pages/:page_id/tree", { params: { page_id: pageId } }),
  });

export const trashQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "trash"],
    queryFn: async () => (await api("GET /pages/:page_id/trash", { params: { page_id: pageId } })).flows,
  });

export const keywordsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "keywords"],
    queryFn: async () => (await api("GET /pages/:page_id/keywords", { params: { page_id: pageId } })).keywords,
  });

export const tagsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "tags"],
    queryFn: async () => (await api("GET /pages/:page_id/tags", { params: { page_id: pageId } })).tags,
  });

export const fieldsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "fields"],
    queryFn: async () => {
      const { fields } = await api("GET /pages/:page_id/fields", { params: { page_id: pageId } });
      return fields.map((field) => ({ ...field, label: field.label ?? field.name }));
    },
  });

/** The names and hosts of the page's secrets. */
export const sequencesQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "sequences"],
    queryFn: async () => (await api("GET /pages/:page_id/sequences", { params: { page_id: pageId } })).sequences,
  });

/** The language models that the page may call. */
export const modelsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "models"],
    queryFn: async () => (await api("GET /pages/:page_id/models", { params: { page_id: pageId } })).models,
  });

/** Everything below is read again when an event tells of progress. */
export const evaluationsKey = (pageId: string) => ["page", pageId, "evaluations"];

export const evaluationsQuery = (pageId: string) =>
  queryOptions({
    queryKey: [...evaluationsKey(pageId), "list"],
    queryFn: async () => (await api("GET /pages/:page_id/evaluations", { params: { page_id: pageId } })).evaluations,
    // Events are hints, which may be lost.
    refetchInterval: ({ state }) => (state.data?.some(({ is_running }) => is_running) ? 5000 : false),
  });

/** Calls of other programs, by which rules and hooks go. */
export const hooksQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "incoming_hooks"],
    queryFn: async () => (await api("GET /pages/:page_id/incoming_hooks", { params: { page_id: pageId } })).hooks,
  });

export const secretsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "secrets"],
    queryFn: async () => (await api("GET /pages/:page_id/secrets", { params: { page_id: pageId } })).secrets,
  });

/** The places that the page's notifications go to. */
export const waysQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "notification-ways"],
    queryFn: () => api("GET /pages/:page_id/notification_ways", { params: { page_id: pageId } }),
  });

/** How the page is connected to its platform; only owners may read it. */
export const connectedQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "channel"],
    queryFn: () => api("GET /pages/:page_id/channel", { params: { page_id: pageId } }),
  });

export type Home = ReplyOf<"GET /pages/:page_id/home">;

export const homeQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "home"],
    queryFn: () => api("GET /pages/:page_id/home", { params: { page_id: pageId } }),
    refetchInterval: 30_000,
  });
