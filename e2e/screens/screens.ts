import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { aPage } from "@banter/server/test/builders.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { settingsTabs } from "../../console/frame/settings-tabs.ts";
import { everything } from "../console/catalog.ts";
import type { Console } from "../console/console.ts";

/** A screen: its route, the address that is opened, and words that stand there when it is complete. */
export type Screen = { route: string; path?: string; words: string | RegExp; isPublic?: true };

export const page = "/pages/$pageId";
export const screens: Screen[] = [
  { route: "/pages", words: "Corner shop" },
  { route: "/templates", words: "template" },
  { route: "/connect/facebook", words: "Facebook" },
  { route: "/settings/team", words: "The owner" },
  { route: "/settings/new-workspace", words: "workspace" },
  { route: "/settings/profile", words: "Profile" },
  { route: "/settings/audit", words: "Audit log" },
  { route: page, words: "Corner shop" },
  { route: `${page}/flows`, words: "Shop" },
  { route: `${page}/flows`, path: `${page}/flows?trash=true`, words: "The trash is empty" },
  { route: `${page}/templates`, words: "template" },
  { route: `${page}/flows/$flowId`, words: "Hello" },
  { route: `${page}/conversations`, words: "Nobody waits" },
  { route: `${page}/conversations`, path: `${page}/conversations?filter=all`, words: "Lan" },
  { route: `${page}/conversations/$psid`, words: "hello" },
  { route: `${page}/keywords`, words: "Says hello" },
  { route: `${page}/ice-breakers-and-menu`, words: "Our shop" },
  { route: `${page}/tools`, words: "Site" },
  { route: `${page}/fields`, words: "vip" },
  { route: `${page}/customers`, words: "Lan" },
  { route: `${page}/customers/import`, words: "CSV" },
  { route: `${page}/customers/jobs`, words: "Recent changes" },
  { route: `${page}/customers/$psid`, words: "Lan" },
  { route: `${page}/audience`, words: "No broadcasts yet" },
  { route: `${page}/audience`, path: `${page}/audience?tab=segments`, words: "No segments yet" },
  { route: `${page}/audience`, path: `${page}/audience?tab=settings`, words: "Quiet hours in" },
  { route: `${page}/audience`, path: `${page}/audience?tab=sequences`, words: "Tips" },
  { route: `${page}/audience/sequences/$sequenceId`, words: "First tip" },
  { route: `${page}/audience`, path: `${page}/audience?tab=rules`, words: "VIPs get tips" },
  { route: `${page}/audience/rules/$ruleId`, words: "It has done nothing yet." },
  { route: `${page}/audience/$broadcastId`, path: `${page}/audience/new`, words: "Who gets it" },
  { route: `${page}/ai`, path: `${page}/ai?tab=models`, words: "No model yet" },
  { route: `${page}/ai`, path: `${page}/ai?tab=knowledge`, words: "Asked and not found" },
  { route: `${page}/ai`, path: `${page}/ai?tab=evaluations`, words: "No evaluation yet" },
  { route: `${page}/statistics`, words: "Messages" },
  ...settingsTabs.map((tab) => ({
    route: `${page}/settings`,
    path: `${page}/settings?tab=${tab}`,
    words: "Settings",
  })),
  // After the others, which make the owner: a server without one leads to the sign-up.
  { route: "/login", words: "Log in", isPublic: true },
  { route: "/join", path: "/join?token=unknown", words: /does not work/, isPublic: true },
  { route: "/forgotten", words: "Back to the login", isPublic: true },
  { route: "/reset", path: "/reset?token=unknown", words: "Ask for a new link", isPublic: true },
];

/** Makes a page that has something on every screen. Returns a function that opens a screen and waits for all of it. */
export async function aPageForScreens(it: Console): Promise<(t: Test, screen: Screen) => Promise<Tab>> {
  const { deps } = it.node;
  const { pageId } = await aPage(deps, everything);
  const { flowId, sequenceId, ruleId } = await deps.db.get<Record<string, number>>(sql`
    select (select id from flows where page_id = ${pageId} and name = 'Welcome') as flow_id,
           (select id from sequences where page_id = ${pageId}) as sequence_id,
           (select id from rules where page_id = ${pageId}) as rule_id`);
  const visitor = await aVisitor(it.baseUrl, pageId, { first_name: "Lan" });
  await visitor.say("hello");
  await visitor.hear((messages) => messages.some(({ from }) => from === "page"));

  return async (t, { route, path = route, words, isPublic }) => {
    const address = path
      .replace("$pageId", pageId)
      .replace("$flowId", String(flowId))
      .replace("$sequenceId", String(sequenceId))
      .replace("$ruleId", String(ruleId))
      .replace("$psid", visitor.psid);
    const tab = isPublic ? await it.open(t, address, { expectErrors: true }) : await it.openAs(t, "owner", address);
    await tab.getByRole("heading", { level: 1 }).first().waitFor();
    await tab.getByText(words).locator("visible=true").first().waitFor();
    await tab.waitForFunction(() => !document.querySelector(".mantine-Skeleton-root, .mantine-Loader-root"));
    return tab;
  };
}
