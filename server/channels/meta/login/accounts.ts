import { z } from "zod";
import { callGraph, type Graph } from "../graph.ts";
import { graphOf, type LoginAccount, type MetaApp } from "./app.ts";
import { exchangeCode } from "./dialog.ts";
import { findMissingPermissions, hasInstagram, hasMessaging } from "./permissions.ts";

export type Login = { accounts: LoginAccount[]; missingPermissions: string[] };

/** The accounts that the person of a login has allowed the app to use: Facebook pages, and the linked Instagram ones. */
export async function fetchLogin(app: MetaApp, code: string, redirectUrl: string): Promise<Login> {
  const user = graphOf(app, await exchangeCode(app, code, redirectUrl));
  const missingPermissions = await findMissingPermissions(user);
  if (missingPermissions.includes("pages_show_list")) return { accounts: [], missingPermissions };
  const pages = await listPages(user, hasInstagram(missingPermissions));
  const mayMessage = hasMessaging(missingPermissions);
  const accounts = pages.flatMap((page) => accountsOf(app, page));
  return {
    accounts: mayMessage ? accounts : accounts.map((account) => ({ ...account, mayMessage })),
    missingPermissions,
  };
}

const Page = z.object({
  id: z.string().regex(/^[0-9]{1,32}$/),
  name: z.string().catch(""),
  access_token: z.string().optional().catch(undefined),
  tasks: z.array(z.string()).optional().catch(undefined),
  instagram_business_account: z
    .object({
      id: z.string().regex(/^[0-9]{1,32}$/),
      username: z.string().catch(""),
    })
    .optional()
    .catch(undefined),
});
type Page = z.infer<typeof Page>;

const Answer = z.object({
  data: z.array(z.unknown()).catch([]),
  paging: z
    .object({ cursors: z.object({ after: z.string() }), next: z.string() })
    .optional()
    .catch(undefined),
});

const pagesAtOnce = 100;
/** More pages than anybody chooses from in a list, and no more than a ticket can hold. */
const maxCalls = 5;

async function listPages(user: Graph, withInstagram: boolean): Promise<Page[]> {
  const instagram = withInstagram ? ",instagram_business_account{id,username}" : "";
  const query = { fields: `id,name,access_token,tasks${instagram}`, limit: String(pagesAtOnce) };
  const pages: Page[] = [];
  let after: string | undefined;
  for (let call = 0; call < maxCalls; call++) {
    const asked = { ...query, ...(after !== undefined && { after }) };
    const { data, paging } = Answer.parse(
      (await callGraph(user, { method: "GET", path: "me/accounts", query: asked })).body,
    );
    // An entry that cannot be read is left out, so that the others can be chosen.
    pages.push(...data.flatMap((entry) => Page.safeParse(entry).data ?? []));
    after = paging?.cursors.after;
    if (after === undefined) break;
  }
  return pages;
}

function accountsOf({ graphUrl: baseUrl }: MetaApp, page: Page): LoginAccount[] {
  const { id, name, access_token: token, tasks, instagram_business_account: linked } = page;
  // Meta names the tasks of new and of classic pages differently; without any, connecting shows whether it works.
  const mayMessage = token !== undefined && (tasks === undefined || tasks.some((task) => messagingTasks.has(task)));
  const facebook: LoginAccount = {
    ...{ channel: "messenger", platformId: id, name: nameOf(name, id), mayMessage },
    settings: { pageToken: token ?? "", baseUrl },
    // Links by the page's number work for every page; a page need not have a name for links.
    defaults: { pageName: id },
  };
  if (!linked) return [facebook];
  const instagram: LoginAccount = {
    ...{ channel: "instagram", platformId: linked.id, name: nameOf(linked.username, linked.id), mayMessage },
    settings: { login: "facebook", accessToken: token ?? "", baseUrl },
    defaults: { username: linked.username },
    sharesWith: { channel: "messenger", platformId: id },
  };
  return [facebook, instagram];
}

const messagingTasks = new Set(["MESSAGING", "PROFILE_PLUS_MESSAGING", "PROFILE_PLUS_FULL_CONTROL"]);

/** A page's name here is plain text without spaces around it. */
function nameOf(given: string, id: string): string {
  return given.replaceAll(/\p{C}/gu, "").trim().slice(0, 200).toWellFormed().trim() || id;
}
