import { isAllowed, type Permission } from "@banter/core/model/role.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { createContext, useContext } from "react";

export type PageInfo = ReplyOf<"GET /pages/:page_id">;

export const PageContext = createContext<PageInfo | undefined>(undefined);

/** The page of the current screen. */
export function usePage(): PageInfo {
  const page = useContext(PageContext);
  if (!page) throw new Error("usePage needs a page's screen around it.");
  return page;
}

/** True if the user's role has the permission on this page. */
export function useMay(permission: Permission): boolean {
  return isAllowed(usePage().role, permission);
}
