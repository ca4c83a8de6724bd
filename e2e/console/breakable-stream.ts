import type { Tab } from "@banter/widget/test/browser.ts";

/** Reloads the tab so that `cut` breaks its event stream in the middle, and keeps it from coming back until `restore`. */
export async function makeBreakable(tab: Tab) {
  await tab.addInitScript(() => {
    const plain = globalThis.fetch;
    globalThis.fetch = (input, init = {}) => {
      if (!String(input).endsWith("/events")) return plain(input, init);
      const breaking = new AbortController();
      addEventListener("break-stream", () => breaking.abort(), { once: true });
      return plain(input, {
        ...init,
        signal: AbortSignal.any([breaking.signal, ...(init.signal ? [init.signal] : [])]),
      });
    };
  });
  await tab.reload();
  const isStream = (url: URL) => url.pathname.endsWith("/events");
  return {
    async cut(): Promise<void> {
      await tab.route(isStream, (route) => route.abort());
      await tab.evaluate(() => dispatchEvent(new Event("break-stream")));
    },
    restore: () => tab.unroute(isStream),
  };
}
