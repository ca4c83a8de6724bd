import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

export const membersQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["workspace", workspaceId, "members"],
    queryFn: async () =>
      (await api("GET /workspaces/:workspace_id/members", { params: { workspace_id: workspaceId } })).members,
  });

export const invitationsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["workspace", workspaceId, "invitations"],
    queryFn: async () =>
      (await api("GET /workspaces/:workspace_id/invitations", { params: { workspace_id: workspaceId } })).invitations,
  });
