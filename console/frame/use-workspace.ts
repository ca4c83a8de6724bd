import { isAllowed, type Permission } from "@banter/core/model/role.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { meQuery } from "../queries.ts";

export type Me = ReplyOf<"GET /me">;
export type Workspace = Me["workspaces"][number];

/** The person logged in. The frame has asked the server before any screen is drawn. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** The workspace the console is about: the one chosen here before, else the person's first. Undefined if in none. */
export function useWorkspace(): Workspace | undefined {
  const { workspaces } = useMe();
  const chosen = Number(useSyncExternalStore(subscribe, read));
  return workspaces.find(({ id }) => id === chosen) ?? workspaces[0];
}

/** Whether the person's role in the workspace has the permission. */
export function useMayInWorkspace(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace !== undefined && isAllowed(workspace.role, permission);
}

export function chooseWorkspace(id: number): void {
  localStorage.setItem(storageKey, String(id));
  for (const listener of listeners) listener();
}

const storageKey = "banter-workspace";
const listeners = new Set<() => void>();
const read = () => localStorage.getItem(storageKey);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
