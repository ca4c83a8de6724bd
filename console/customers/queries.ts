import type { ReplyOf } from "@banter/sdk/manage.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { conversationKeys } from "../live/keys.ts";
import type { CustomerSearch } from "./search.ts";

export type Customer = ReplyOf<"GET /pages/:page_id/customers">["customers"][number];
export type Profile = ReplyOf<"GET /pages/:page_id/customers/:psid">;
export type Job = ReplyOf<"GET /pages/:page_id/customer_jobs/:job_id">;
export type ImportTarget = NonNullable<NonNullable<Job["columns"]>[number]["target"]>;
export type BulkBody = Parameters<typeof api<"POST /pages/:page_id/customer_jobs">>[1]["body"];

const perPage = 100;

/** Everything about customers of the page is under this key. */
export const customersKey = (pageId: string) => ["page", pageId, "customers"];

export const listQuery = (pageId: string, search: CustomerSearch) =>
  infiniteQueryOptions({
    queryKey: [...customersKey(pageId), "list", search],
    queryFn: ({ pageParam }) =>
      api("GET /pages/:page_id/customers", {
        params: { page_id: pageId },
        query: { ...search, limit: perPage, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    // New people come into the list a moment after they were made; somebody who scrolls is left alone.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? 10_000 : false),
  });

export const customerQuery = (pageId: string, psid: string) =>
  queryOptions({
    queryKey: [...customersKey(pageId), "one", psid],
    queryFn: () => api("GET /pages/:page_id/customers/:psid", { params: { page_id: pageId, psid } }),
  });

export type Audience = ReplyOf<"GET /pages/:page_id/customers/:psid/audience">;

export const audienceQuery = (pageId: string, psid: string, language: string) =>
  queryOptions({
    queryKey: [...customersKey(pageId), "audience", psid, language],
    queryFn: () =>
      api("GET /pages/:page_id/customers/:psid/audience", {
        params: { page_id: pageId, psid },
        query: { language: language === "vi" ? "vi" : "en" },
      }),
  });

export const joinsQuery = (pageId: string, psid: string) =>
  queryOptions({
    queryKey: [...conversationKeys.customer(pageId, psid), "joins"],
    queryFn: () => api("GET /pages/:page_id/customers/:psid/joins", { params: { page_id: pageId, psid } }),
  });

export const timelineQuery = (pageId: string, psid: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey(pageId), "timeline", psid],
    queryFn: ({ pageParam }) =>
      api("GET /pages/:page_id/customers/:psid/timeline", {
        params: { page_id: pageId, psid },
        query: pageParam === 0 ? {} : { before: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

const isMoving = ({ state }: Pick<Job, "state">) => state === "checking" || state === "running";

/** Events of the page tell of progress; a broken stream must not stop it. */
export const jobsQuery = (pageId: string) =>
  queryOptions({
    queryKey: [...customersKey(pageId), "jobs"],
    queryFn: async () => (await api("GET /pages/:page_id/customer_jobs", { params: { page_id: pageId } })).jobs,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? 5000 : false),
  });

export const jobQuery = (pageId: string, jobId: number) =>
  queryOptions({
    queryKey: [...customersKey(pageId), "job", jobId],
    queryFn: () => api("GET /pages/:page_id/customer_jobs/:job_id", { params: { page_id: pageId, job_id: jobId } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 5000 : false),
  });
