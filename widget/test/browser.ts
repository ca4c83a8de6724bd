import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Debian's Chromium, or the one that $CHROMIUM names, without a window unless HEADED is set. Closed after the test. */
export async function openBrowser(t: Test): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}: run "apt-get install chromium" as root, or set CHROMIUM to its path.`,
    );
  }
  // The browser must send no requests of its own.
  const quiet = ["background-networking", "component-update", "sync", "default-apps", "domain-reliability"];
  const args = ["--no-sandbox", "--no-first-run", ...quiet.map((what) => `--disable-${what}`), withoutFeatures];
  const isHeaded = process.env.HEADED !== undefined;
  const browser = await chromium.launch({ executablePath, args, headless: !isHeaded, slowMo: isHeaded ? 300 : 0 });
  atEnd(t, () => browser.close());
  return browser;
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
  const context = await browser.newContext({ locale: "en-US", timezoneId: "Europe/Paris", ...options });
  const page = await context.newPage();
  // Long, because the machine may be busy with other tests.
  page.setDefaultTimeout(120_000);
  const faults = watchFaults(page, hosts);
  atEnd(t, async () => {
    await context.close();
    const own = faults.filter((fault) => !(expects && fault.includes(expects)) && !isRefusal(fault, expectErrors));
    assert.deepEqual(own, []);
  });
  return page;
}

/** The browser logs failed requests. A server on a busy machine may answer 503 at any time. */
function isRefusal(fault: string, areExpected = false): boolean {
  return fault.includes("Failed to load resource") && (areExpected || fault.includes("503"));
}

function watchFaults(page: Page, hosts: string[]): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (line) => {
    if (line.type() === "error" || line.type() === "warning") faults.push(`console: ${line.text()}`);
  });
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !hosts.includes(host)) faults.push(`request: ${request.url()}`);
  });
  return faults;
}
