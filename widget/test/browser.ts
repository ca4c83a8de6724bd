import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { atEnd, shared, type Test } from "@banter/core/test/at-end.ts";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { takeTab } from "./tabs.ts";

/**
 * A browser without a window, unless HEADED is set. The files of a process share one, because a browser takes longer to
 * start than a tab.
 */
export const openBrowser = shared(async (t): Promise<Browser> => {
  const isHeaded = process.env.HEADED !== undefined;
  const executablePath = isHeaded ? findBrowser(windows) : findBrowser(shells);
  // The browser must send no requests of its own.
  const quiet = ["background-networking", "component-update", "sync", "default-apps", "domain-reliability"];
  const args = ["--no-sandbox", "--no-first-run", ...quiet.map((what) => `--disable-${what}`), withoutFeatures];
  const browser = await chromium.launch({ executablePath, args, headless: !isHeaded, slowMo: isHeaded ? 300 : 0 });
  atEnd(t, () => browser.close());
  return browser;
});

// Chromium without the parts for windows needs half the time.
const windows = ["/usr/bin/chromium"];
const shells = ["/usr/bin/chromium-headless-shell", ...windows];

function findBrowser(places: string[]): string {
  const found = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (found && existsSync(found)) return found;
  const missing = found ? `There is no browser at ${found}` : "There is no Chromium";
  throw new Error(
    `${missing}: run "apt-get install chromium-headless-shell" as root, or set CHROMIUM to a browser's path.`,
  );
}

// The address bar's popups are pages, loaded for every tab: more work than the tab's own page. The other names are those
// that Playwright disables, because only the last list counts.
const withoutFeatures = `--disable-features=${[
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
]}`;

export type Tab = Page;

export type TabOptions = BrowserContextOptions & {
  /** Hosts that the page may send requests to. */
  hosts: string[];
  /** The test makes the server refuse requests, which the browser logs. */
  expectErrors?: boolean;
  /** Part of a message that the browser may log. */
  expects?: string;
};

/**
 * A tab with storage of its own. At the end of the test it must have had no errors, no warnings of the content security
 * policy and no requests to other hosts.
 */
export async function openTab(
  t: Test,
  browser: Browser,
  { hosts, expectErrors, expects, ...options }: TabOptions,
): Promise<Tab> {
  const { page, giveBack } = await takeTab(browser, options);
  const faults = watchFaults(page, hosts);
  atEnd(t, async () => {
    await giveBack();
    const own = faults.filter((fault) => !(expects && fault.includes(expects)) && !isRefusal(fault, expectErrors));
    assert.deepEqual(own, []);
  });
  return page;
}

/** The browser logs failed requests. A server on a busy machine may answer 503 at any time. */
function isRefusal(fault: string, areExpected = false): boolean {
  return fault.includes("Failed to load resource") && (areExpected || fault.includes("503"));
}

/** Tabs of tests have no service worker, unless a test asks for it. */
const blockedWorker = "Service Worker registration blocked";

function watchFaults(page: Page, hosts: string[]): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (line) => {
    const isFault = line.type() === "error" || line.type() === "warning";
    if (isFault && !line.text().includes(blockedWorker)) faults.push(`console: ${line.text()}`);
  });
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !hosts.includes(host)) faults.push(`request: ${request.url()}`);
  });
  return faults;
}
