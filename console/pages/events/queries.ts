import type { ReplyOf } from "@banter/sdk/manage.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

export type Endpoint = ReplyOf<"GET /pages/:page_id/event_endpoints">["endpoints"][number];
export type Delivery = ReplyOf<"GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries">["deliveries"][number];
export type DeliveryState = Delivery["state"];

export const endpointsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "event_endpoints"],
    queryFn: async () => (await api("GET /pages/:page_id/event_endpoints", { params: { page_id: pageId } })).endpoints,
    // Deliveries go on while somebody looks.
    refetchInterval: 5000,
  });

export const deliveriesQuery = (pageId: string, endpointId: number, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: ["page", pageId, "event_endpoints", endpointId, "deliveries", state ?? "all"],
    queryFn: ({ pageParam }) =>
      api("GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries", {
        params: { page_id: pageId, endpoint_id: endpointId },
        query: { limit: 25, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 5000,
  });

export const deliveryQuery = (pageId: string, endpointId: number, eventId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "event_endpoints", endpointId, "delivery", eventId],
    queryFn: () =>
      api("GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id", {
        params: { page_id: pageId, endpoint_id: endpointId, event_id: eventId },
      }),
  });

/** The key of an event's words. A point would part keys. */
export const typeKey = (type: string) => `types.${type.replace(".", "_")}`;
