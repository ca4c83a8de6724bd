import type { TestContext } from "node:test";
import type { Browser } from "playwright-core";
import { buildWidget } from "../../scripts/build-widget.mjs";
import { openTab, type TabOptions } from "./browser.ts";
import { openHostSite } from "./host-site.ts";
import { openStandIn, pageId } from "./stand-in.ts";

type SiteOptions = Pick<TabOptions, "expectErrors" | "expects"> & {
  name?: "localhost";
  attributes?: string;
  head?: string;
  body?: string;
  policy?: (chat: string) => string;
  width?: number;
  look?: object;
  form?: object;
};

/** A site with the script tag, opened in a tab. */
export async function openSite(
  t: TestContext,
  browser: Browser,
  { name, attributes = "", head, body = "", policy, width = 1280, look, form, expectErrors, expects }: SiteOptions = {},
) {
  await buildWidget();
  const site = await openHostSite(t, name);
  const standIn = await openStandIn(t, {
    origins: [site.origin],
    look,
    form,
    answer: ({ text }) => [{ type: "text", text: `You said ${text}` }],
  });
  const hosts = [site.host, standIn.host];
  const tab = await openTab(t, browser, { hosts, expectErrors, expects, viewport: { width, height: 860 } });
  const tag = `<script src="${standIn.baseUrl}/widget.js" data-page="${pageId}" ${attributes} async></script>`;
  const headers = policy && { "content-security-policy": policy(standIn.baseUrl) };
  site.serve({ head, body: `<h1>A shop</h1><input id="own">${tag}${body}`, headers });
  await tab.goto(site.origin);
  const launcher = tab.locator("banter-widget .launcher");
  await launcher.waitFor();
  return {
    tab,
    site,
    standIn,
    launcher,
    panel: tab.locator("banter-widget .panel"),
    chat: tab.frameLocator("banter-widget iframe"),
  };
}
