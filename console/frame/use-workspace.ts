import { isAllowed, type Permission } from "@banter/core/model/role.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { useLocalStorage } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { meQuery } from "../queries.ts";

export type Me = ReplyOf<"GET /me">;
export type Workspace = Me["workspaces"][number];

/** The logged-in user. The router loads it before any screen is drawn. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** The current workspace: the one chosen in this browser, else the user's first. Undefined if the user has none. */
export function useWorkspace(): Workspace | undefined {
  const { workspaces } = useMe();
  const [chosen] = useChosenWorkspace();
  return workspaces.find(({ id }) => id === chosen) ?? workspaces[0];
}

/** True if the user's role in the workspace has the permission. */
export function useMayInWorkspace(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace !== undefined && isAllowed(workspace.role, permission);
}

/** The id of the workspace chosen in this browser; 0 if none was. */
export function useChosenWorkspace() {
  return useLocalStorage({ key: "banter-workspace", defaultValue: 0, getInitialValueInEffect: false });
}
