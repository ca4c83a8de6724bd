import type { Deps } from "../../deps.ts";
import type { OwnedPage } from "../pages/page.ts";

const maxAtOnce = 64;
const maxOfOnePage = 4;
const maxWaiting = 10_000;

/**
 * Fetches the profiles of customers who have written for the first time. Best effort: a profile comes back as mail, so
 * that one commit saves many; a look-up that fails is not repeated.
 */
export function profileLookups({ accept, log }: Pick<Deps, "accept" | "log">, mayCall: (page: OwnedPage) => boolean) {
  const waiting: { page: OwnedPage; psid: string }[] = [];
  const running = new Map<string, number>();
  let total = 0;

  function pump(): void {
    for (let index = 0; index < waiting.length && total < maxAtOnce; ) {
      const asked = waiting[index];
      if (!asked || (running.get(asked.page.lease.pageId) ?? 0) >= maxOfOnePage) index++;
      else {
        waiting.splice(index, 1);
        if (mayCall(asked.page)) void run(asked.page, asked.psid);
      }
    }
  }

  async function run(page: OwnedPage, psid: string): Promise<void> {
    const { pageId } = page.lease;
    total++;
    running.set(pageId, (running.get(pageId) ?? 0) + 1);
    try {
      await lookUp({ accept }, page, psid);
    } catch (error) {
      log.debug({ err: error, pageId }, "customer profile not found");
    } finally {
      total--;
      const others = (running.get(pageId) ?? 1) - 1;
      if (others > 0) running.set(pageId, others);
      else running.delete(pageId);
      pump();
    }
  }

  return {
    ask(page: OwnedPage, psids: string[]): void {
      const loaded = page.setup.current();
      if (psids.length === 0 || !loaded?.channel.inbound?.fetchCustomer || loaded.isDisconnected) return;
      for (const psid of psids) if (waiting.length < maxWaiting) waiting.push({ page, psid });
      pump();
    },
  };
}

export type ProfileLookups = ReturnType<typeof profileLookups>;

async function lookUp({ accept }: Pick<Deps, "accept">, page: OwnedPage, psid: string): Promise<void> {
  const loaded = page.setup.current();
  const profile = await loaded?.channel.inbound?.fetchCustomer?.(psid, loaded.channelSettings);
  if (!profile || Object.keys(profile).length === 0) return;
  await accept({ pageId: page.lease.pageId, psid, event: { type: "facts", facts: profile } });
}
