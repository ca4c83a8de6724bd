import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** A test or, through `after` of node:test, all tests of a file. */
type Test = { after(end: () => Promise<void>): void };

/** Debian's Chromium, or the one that $CHROMIUM names, without a window. Ends with the test. */
export async function openBrowser(t: Test): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}: run "apt-get install chromium" as root, or set CHROMIUM to the path of one.`,
    );
  }
  // The browser must talk to nobody but the page's own server.
  const quiet = ["background-networking", "component-update", "sync", "default-apps", "domain-reliability"];
  const args = ["--no-sandbox", "--no-first-run", ...quiet.map((what) => `--disable-${what}`)];
  const browser = await chromium.launch({ executablePath, args });
  t.after(() => browser.close());
  return browser;
}

export type Tab = Page & {
  /** What the page must never cause: errors, warnings of the content security policy, requests to other hosts. */
  faults: string[];
};

type TabOptions = BrowserContextOptions & { hosts: string[]; expectErrors?: boolean };

/** A tab with a memory of its own. When the test ends, the page must not have misbehaved. */
export async function openTab(
  t: Test,
  browser: Browser,
  { hosts, expectErrors, ...options }: TabOptions,
): Promise<Tab> {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "Europe/Paris", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = watchFaults(page, hosts);
  t.after(async () => {
    await context.close();
    // A refused or lost call is logged by the browser itself. That a server on a busy machine said "not just now" is none.
    const own = faults.filter(
      (fault) => !fault.includes("Failed to load resource") || !(expectErrors || fault.includes("503")),
    );
    assert.deepEqual(own, []);
  });
  return Object.assign(page, { faults });
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
