import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/**
 * A tab as good as new. Tabs are used again after they were given back: a new one needs a process that compiles the
 * same scripts once more, which takes longer than most tests.
 */
export async function takeTab(browser: Browser, options: BrowserContextOptions) {
  const { viewport = usual.viewport, storageState, ...lasting } = options;
  const kind = JSON.stringify(lasting);
  const idle = idleTabs(browser, kind);
  const tab = idle.pop() ?? (await newTab(browser, lasting));
  const { page, context } = tab;
  if (viewport) await page.setViewportSize(viewport);
  if (typeof storageState === "object") await context.addCookies(storageState.cookies);

  const giveBack = async () => {
    if (tab.isChanged || page.isClosed() || !(await clean(tab))) await context.close();
    else idle.push(tab);
  };
  return { page: watched(tab), giveBack };
}

type IdleTab = {
  page: Page;
  context: BrowserContext;
  /** The test has changed it in a way that cannot be taken back. */
  isChanged: boolean;
};

const usual = {
  locale: "en-US",
  timezoneId: "Europe/Paris",
  // Tests would wait for transitions.
  reducedMotion: "reduce",
  viewport: { width: 1280, height: 720 },
  // A worker would take requests past the routes of tests.
  serviceWorkers: "block",
} as const;

const tabs = new WeakMap<Browser, Map<string, IdleTab[]>>();

function idleTabs(browser: Browser, kind: string): IdleTab[] {
  const byKind = tabs.get(browser) ?? new Map<string, IdleTab[]>();
  tabs.set(browser, byKind);
  const idle = byKind.get(kind) ?? [];
  byKind.set(kind, idle);
  return idle;
}

async function newTab(browser: Browser, options: BrowserContextOptions): Promise<IdleTab> {
  const context = await browser.newContext({ ...usual, ...options });
  const page = await context.newPage();
  // Long, because the machine may be busy with other tests.
  page.setDefaultTimeout(120_000);
  return { page, context, isChanged: false };
}

/** The page as a test gets it. Playwright itself uses the page behind it, whose uses say nothing about the test. */
function watched(tab: IdleTab): Page {
  return new Proxy(tab.page, {
    get(page, name: keyof Page) {
      if (changing.has(name)) tab.isChanged = true;
      const value = page[name];
      return typeof value === "function" ? value.bind(page) : value;
    },
  });
}

const changing: ReadonlySet<keyof Page> = new Set(["route", "addInitScript", "exposeFunction", "context", "clock"]);

/** Leaves the page that the test has opened, and forgets all that it has stored. */
async function clean({ page, context }: IdleTab): Promise<boolean> {
  try {
    page.removeAllListeners();
    // A page may ask whether it may be left.
    page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
    const { origin } = new URL(page.url());
    if (origin !== "null") await page.evaluate(() => sessionStorage.clear());
    await page.goto(await leavingAddress(origin), { timeout: 20_000 });
    await page.mouse.move(0, 0);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await context.clearCookies();
    if (origin !== "null") await forget(page, context, origin);
    page.removeAllListeners();
    return true;
  } catch {
    return false;
  }
}

/**
 * Something small of the same site, so that the process stays, which has the scripts compiled. Sites that answer every
 * address with a page are left altogether.
 */
async function leavingAddress(origin: string): Promise<string> {
  if (origin === "null") return "about:blank";
  const address = `${origin}/healthz`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  return answer?.headers.get("content-type")?.includes("json") ? address : "about:blank";
}

async function forget(page: Page, context: BrowserContext, origin: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,service_workers,cache_storage";
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await session.detach();
}
