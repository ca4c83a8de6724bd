import type { Delivery, Platform } from "../platform/link.ts";
import { openConnectionPool } from "./connection-pool.ts";
import type { Customers } from "./customers.ts";
import { signedWebhook } from "./webhooks.ts";

/**
 * Reports every delivery to the server, as Meta does for subscribed pages: an echo and a delivery receipt for each
 * message, and a read receipt after the second one. `stop` waits until all are answered, and fails if one was refused.
 */
export function startReports(platform: Platform, port: number, customers: Customers): { stop(): Promise<void> } {
  const connections = openConnectionPool(port, 32);
  const open = new Set<Promise<void>>();
  let refused = 0;

  function send(request: string): void {
    const sending = connections
      .send(request)
      .then((status) => {
        if (status !== 200) refused++;
      })
      .catch(() => {
        refused++;
      })
      .finally(() => open.delete(sending));
    open.add(sending);
  }

  const stopListening = platform.listen((delivery) => {
    for (const request of reportsOf(delivery, customers)) send(request);
  });
  return {
    async stop() {
      stopListening();
      await Promise.all(open);
      connections.close();
      if (refused > 0) throw new Error(`The server refused ${refused} reports.`);
    },
  };
}

/** The page's number is in the psid. */
function reportsOf([psid, code, , mid, metadata]: Delivery, { pages }: Customers): string[] {
  const page = pages[Number(psid.slice(2, 6))]?.id;
  if (page === undefined || !code.startsWith("a")) return [];
  const at = Date.now();
  const ofPage = `"sender":{"id":"${page}"},"recipient":{"id":"${psid}"},"timestamp":${at}`;
  const ofCustomer = `"sender":{"id":"${psid}"},"recipient":{"id":"${page}"},"timestamp":${at}`;
  const echo = `{"is_echo":true,"app_id":"1517776481860111","metadata":"${metadata}","mid":"${mid}","text":"${code}"}`;
  return [
    signedWebhook(page, at, `{${ofPage},"message":${echo}}`),
    signedWebhook(page, at, `{${ofCustomer},"delivery":{"mids":["${mid}"],"watermark":${at}}}`),
    ...(code.endsWith(".2") ? [signedWebhook(page, at, `{${ofCustomer},"read":{"watermark":${at}}}`)] : []),
  ];
}
