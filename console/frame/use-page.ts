import { isAllowed, type Permission } from "@banter/core/model/role.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { createContext, useContext } from "react";

export type PageInfo = ReplyOf<"GET /pages/:page_id">;

export const PageContext = createContext<PageInfo | undefined>(undefined);

/** The page whose screen this is. */
export function usePage(): PageInfo {
  const page = useContext(PageContext);
  if (!page) throw new Error("This part of the console stands inside a page's screen only.");
  return page;
}

/** Whether the person's role has the permission on this page. */
export function useMay(permission: Permission): boolean {
  return isAllowed(usePage().role, permission);
}
