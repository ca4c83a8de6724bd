import type { ReplyOf } from "@banter/sdk/manage.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { api } from "../api.ts";
import type { Lines } from "../live/conversation-cache.ts";
import { conversationKeys as keys } from "../live/keys.ts";
import type { View } from "./list/view.ts";

export type Message = ReplyOf<"GET /pages/:page_id/conversations/:psid/messages">["messages"][number];
export type Note = ReplyOf<"GET /pages/:page_id/conversations/:psid/notes">["notes"][number];
export type SavedReply = ReplyOf<"GET /pages/:page_id/saved_replies">["saved_replies"][number];

const pageLength = 60;

/**
 * The inbox, page by page. Events keep it current, so it is read again only after a gap in the stream. Whom a condition
 * means changes without an event.
 */
export const listQuery = (pageId: string, { filter, search, member, view }: View) =>
  infiniteQueryOptions({
    queryKey: [...keys.lists(pageId), filter, search, member, view],
    queryFn: ({ pageParam }) =>
      api("GET /pages/:page_id/conversations", {
        params: { page_id: pageId },
        query: {
          ...(view === undefined ? { filter, ...(member !== undefined && { member }) } : { view }),
          limit: pageLength,
          ...(search && { search }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: search ? 15_000 : Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: view === undefined ? false : 15_000,
    placeholderData: keepPreviousData,
  });

/** Lines that events have brought. They are never asked for. */
export const linesQuery = (pageId: string) =>
  queryOptions<Lines>({
    queryKey: keys.lines(pageId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const conversationQuery = (pageId: string, psid: string) =>
  queryOptions({
    queryKey: keys.one(pageId, psid),
    queryFn: () => api("GET /pages/:page_id/conversations/:psid", { params: { page_id: pageId, psid } }),
  });

export const customerQuery = (pageId: string, psid: string) =>
  queryOptions({
    queryKey: keys.customer(pageId, psid),
    queryFn: () => api("GET /pages/:page_id/customers/:psid", { params: { page_id: pageId, psid } }),
  });

export const notesQuery = (pageId: string, psid: string) =>
  queryOptions({
    queryKey: keys.notes(pageId, psid),
    queryFn: async () =>
      (await api("GET /pages/:page_id/conversations/:psid/notes", { params: { page_id: pageId, psid } })).notes,
  });

/** The customer's last orders and payments, newest last. */
export const purchasesQuery = (pageId: string, psid: string) =>
  queryOptions({
    queryKey: [...keys.customer(pageId, psid), "purchases"],
    queryFn: async () =>
      (
        await api("GET /pages/:page_id/conversations/:psid/messages", {
          params: { page_id: pageId, psid },
          query: { only: "purchases", limit: 3 },
        })
      ).messages,
  });

export const viewsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "inbox-views"],
    queryFn: async () => (await api("GET /pages/:page_id/inbox_views", { params: { page_id: pageId } })).inbox_views,
    staleTime: 60_000,
  });

export const savedRepliesQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "saved-replies"],
    queryFn: async () =>
      (await api("GET /pages/:page_id/saved_replies", { params: { page_id: pageId } })).saved_replies,
    staleTime: 60_000,
  });

export const membersQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["workspace", workspaceId, "members"],
    queryFn: async () =>
      (await api("GET /workspaces/:workspace_id/members", { params: { workspace_id: workspaceId } })).members,
  });
