import type { Console } from "../../e2e/console/console.ts";
import type { Shown } from "./page.ts";
import type { Words } from "./words.ts";

export type Tab = Awaited<ReturnType<Console["openAs"]>>;
type Around = { started: Console; run: Parameters<Console["openAs"]>[0]; isNarrow: boolean };

export type Screen = {
  /** The file, in a folder by its area. */
  name: string;
  path: string;
  /** Opens what the picture shows. */
  prepare?: (tab: Tab, around: Around) => Promise<unknown>;
  /** Shown without a login. */
  isPublic?: boolean;
};

/** The event stream keeps the network busy for ever, so what is on the screen decides. */
export async function isDrawn(tab: Tab): Promise<void> {
  await tab.locator("h1").first().waitFor({ state: "attached" });
  await tab.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root'));
}

export const screens = (shown: Shown, say: Words): Screen[] => [
  ...startScreens(shown, say),
  ...pageScreens(shown, say),
  ...audienceScreens(shown, say),
  ...settingsScreens(shown, say),
];

/** From the login to the first page. */
function startScreens({ page, emptyPage }: Shown, say: Words): Screen[] {
  return [
    { name: "login", path: "/login", isPublic: true },
    { name: "chat", path: page.replace("/pages/", "/chat/"), isPublic: true, prepare: greets },
    { name: "pages", path: "/pages" },
    {
      name: "start/new-page",
      path: "/pages",
      prepare: async (tab) => {
        await press(tab, say("New page"));
        await dialog(tab).getByRole("radio").first().waitFor();
      },
    },
    { name: "start/templates", path: "/templates" },
    {
      name: "start/template-plan",
      path: `${emptyPage}/templates`,
      prepare: async (tab) => {
        await tab.getByRole("button", { name: /^(Restaurant|Nhà hàng)/ }).click();
        await dialog(tab).locator("table, [role=table], ul").first().waitFor();
      },
    },
    { name: "start/first-steps", path: emptyPage },
    {
      name: "start/help",
      path: `${page}/keywords`,
      prepare: async (tab) => {
        await press(tab, say("Help"));
        await dialog(tab).getByRole("heading").first().waitFor();
      },
    },
  ];
}

/** The screens of a page, without its settings. */
function pageScreens({ page, conversation }: Shown, say: Words): Screen[] {
  const chooseForWelcome = async (tab: Tab, entry: string) => {
    const row = tab.locator(".flow-row", { hasText: "Welcome" });
    await row.getByRole("button", { name: say("More for {{name}}") }).click();
    await tab.getByRole("menuitem", { name: say(entry) }).click();
  };
  return [
    { name: "conversations", path: `${page}/conversations` },
    {
      name: "saved-views",
      path: `${page}/conversations`,
      prepare: async (tab) => {
        await tab.getByRole("button", { name: say("More") }).click();
        await tab.getByRole("menuitem", { name: say("Save a view…") }).click();
        await dialog(tab)
          .getByRole("button", { name: say("Add a condition") })
          .click();
      },
    },
    { name: "conversation", path: conversation, prepare: showsThread },
    {
      name: "why-this-reply",
      path: conversation,
      prepare: async (tab) => {
        await showsThread(tab);
        await tab
          .getByRole("button", { name: say("Why this reply?") })
          .last()
          .click();
        await tab
          .getByRole("dialog")
          .getByRole("button", { name: say("Details") })
          .click();
        await tab.getByRole("heading", { name: say("What happened") }).waitFor();
      },
    },
    { name: "home", path: page },
    { name: "statistics", path: `${page}/statistics?period=today` },
    { name: "flows/list", path: `${page}/flows` },
    {
      name: "flows/delete-used",
      path: `${page}/flows`,
      prepare: async (tab) => {
        await chooseForWelcome(tab, "Delete");
        await dialog(tab).getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "flows/copy",
      path: `${page}/flows`,
      prepare: async (tab) => {
        await chooseForWelcome(tab, "Export or copy…");
        await dialog(tab)
          .getByRole("combobox", { name: say("To another page") })
          .click();
        await tab.getByRole("option", { name: /Second shop/ }).click();
        await dialog(tab)
          .getByRole("button", { name: say("Show what would change") })
          .click();
        await dialog(tab).getByRole("row").nth(1).waitFor();
      },
    },
    { name: "customers", path: `${page}/customers` },
    { name: "customer", path: `${page}/customers/web_101` },
    { name: "import", path: `${page}/customers/import`, prepare: uploadCustomers },
    { name: "jobs", path: `${page}/customers/jobs` },
    { name: "keywords", path: `${page}/keywords` },
    {
      name: "keyword-lab",
      path: `${page}/keywords`,
      prepare: async (tab) => {
        await press(tab, say("Try on real messages"));
        await press(tab, say("Run the lab"));
        await tab.getByText(say("Hits by keyword")).waitFor();
      },
    },
    { name: "ice-breakers-and-menu", path: `${page}/ice-breakers-and-menu` },
    { name: "tools", path: `${page}/tools` },
    { name: "fields", path: `${page}/fields` },
  ];
}

function audienceScreens(
  { emptyPage, audience: { page, broadcast, report, sequence, rule } }: Shown,
  say: Words,
): Screen[] {
  const tabs = ["broadcasts", "sequences", "rules", "segments", "settings"];
  return [
    ...tabs.map((name) => ({ name: `audience/list-${name}`, path: `${page}/audience?tab=${name}` })),
    { name: "audience/empty", path: `${emptyPage}/audience` },
    { name: "audience/new-broadcast", path: `${page}/audience/new` },
    {
      name: "audience/broadcast",
      path: broadcast,
      prepare: (tab) =>
        tab.getByRole("status").getByText(say("{{now, number}} of {{total, number}} customers get it now.")).waitFor(),
    },
    { name: "audience/report", path: report },
    { name: "audience/sequence", path: sequence },
    { name: "audience/new-rule", path: `${page}/audience/rules/new` },
    {
      name: "audience/rule-log",
      path: rule,
      prepare: async (tab) => {
        await tab.locator("time").first().waitFor();
        await tab.getByRole("heading", { name: say("Log") }).evaluate((log) => log.scrollIntoView());
      },
    },
    {
      name: "audience/segment",
      path: `${page}/audience?tab=segments`,
      prepare: async (tab) => {
        await press(tab, say("Edit {{name}}"));
        await tab.getByText(say("First customers, as it is saved")).waitFor();
      },
    },
    { name: "audience/customer", path: `${page}/customers/web_201` },
    ...["events", "hooks"].flatMap((name) => [
      { name: `audience/empty-${name}`, path: `${emptyPage}/settings?tab=${name}` },
      {
        name: `audience/${name}`,
        path: `${page}/settings?tab=${name}`,
        prepare: (tab: Tab) => press(tab, say(name === "events" ? "Deliveries" : "Last calls")),
      },
    ]),
  ];
}

/** The settings of a page and of the workspace, and what every screen may show. */
function settingsScreens({ page }: Shown, say: Words): Screen[] {
  return [
    { name: "settings/general", path: `${page}/settings` },
    {
      name: "settings/look",
      path: `${page}/settings?tab=look`,
      prepare: (tab) => tab.frameLocator("iframe").frameLocator("iframe").locator(".visitor .bubble").first().waitFor(),
    },
    { name: "settings/inbox", path: `${page}/settings?tab=inbox` },
    { name: "settings/notifications", path: `${page}/settings?tab=notifications` },
    { name: "settings/secrets", path: `${page}/settings?tab=secrets` },
    { name: "settings/channel", path: `${page}/settings?tab=channel` },
    { name: "settings/file", path: `${page}/settings?tab=file` },
    { name: "settings/api", path: `${page}/settings?tab=api` },
    { name: "bell", path: page, prepare: openBell },
    {
      name: "account-menu",
      path: page,
      prepare: async (tab, { isNarrow }) => {
        if (isNarrow) await tab.locator("header button").first().click();
        await press(tab, say("Account: {{name}}"));
        await tab.getByRole("menuitem").first().waitFor();
      },
    },
    {
      name: "offline",
      path: `${page}/flows`,
      prepare: async (tab) => {
        await tab.context().setOffline(true);
        await tab.locator(".offline-strip").waitFor();
      },
    },
    {
      name: "session-over",
      path: `${page}/fields`,
      prepare: async (tab) => {
        await tab.context().clearCookies();
        await tab.getByLabel(say("New tag")).fill("vip");
        await tab.keyboard.press("Enter");
        await dialog(tab).waitFor();
      },
    },
    { name: "team", path: "/settings/team" },
    { name: "audit", path: "/settings/audit" },
    { name: "profile", path: "/settings/profile" },
  ];
}

const dialog = (tab: Tab) => tab.getByRole("dialog");
const press = (tab: Tab, name: RegExp) => tab.getByRole("button", { name }).first().click();
async function showsThread(tab: Tab): Promise<void> {
  await tab.locator(".thread").getByText("a table for six").waitFor();
  // The forms around the messages are drawn after them.
  await tab.locator(".composer").waitFor();
  await tab.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
}
const greets = (tab: Tab) => tab.locator(".bubble").first().waitFor();

async function openBell(tab: Tab): Promise<void> {
  await tab
    .getByRole("button", { name: /^(Notifications|Thông báo)/ })
    .first()
    .click();
  await isDrawn(tab);
}

async function uploadCustomers(tab: Tab): Promise<void> {
  const lines = ["Name,E-mail,Mobile,City", "Mai Anh,mai@example.com,0901234567,Huế", "Bob,bob@example.com,,Hanoi"];
  const file = { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
  await tab.locator('input[type="file"]').setInputFiles(file);
  await tab.getByRole("columnheader").first().waitFor();
}
