import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

export const parkedQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "parked"],
    queryFn: async () => (await api("GET /pages/:page_id/parked_mail", { params: { page_id: pageId } })).mail,
  });
