import type { QueryClient } from "@tanstack/react-query";
import { meQuery, pagesQuery } from "../queries.ts";

const storageKey = "banter-page";

/** The page last opened in this browser, which `/` leads to. */
export const recallPage = (): string | null => localStorage.getItem(storageKey);
export const rememberPage = (pageId: string): void => localStorage.setItem(storageKey, pageId);
export const forgetPage = (): void => localStorage.removeItem(storageKey);

/** The user's only page; undefined if there are none or several, or if the server cannot be asked. */
export async function findOnlyPage(client: QueryClient): Promise<string | undefined> {
  const { workspaces } = await client.ensureQueryData(meQuery);
  const lists = await Promise.all(workspaces.map(({ id }) => client.fetchQuery(pagesQuery(id)))).catch(() => []);
  const [page, ...others] = lists.flat();
  return others.length === 0 ? page?.id : undefined;
}
