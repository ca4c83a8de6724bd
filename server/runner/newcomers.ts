import type { Deps } from "../deps.ts";
import type { LoadedSetup } from "./setup.ts";

const mostAtOnce = 4;
const mostWaiting = 10_000;

/**
 * Asks the platform about customers who have written for the first time. Best effort: what it tells comes back as mail,
 * and what it does not tell is not asked for again.
 */
export function newcomers({ accept, log }: Pick<Deps, "accept" | "log">, pageId: string, mayCall: () => boolean) {
  const waiting: { psid: string; loaded: LoadedSetup }[] = [];
  let underWay = 0;

  async function next(): Promise<void> {
    const asked = underWay < mostAtOnce && mayCall() ? waiting.shift() : undefined;
    if (!asked) return;
    const { psid, loaded } = asked;
    underWay++;
    try {
      const facts = await loaded.channel.fetchCustomer?.(psid, loaded.channelSettings);
      if (facts && Object.keys(facts).length > 0) await accept({ pageId, psid, event: { type: "facts", facts } });
    } catch (error) {
      log.debug({ err: error, pageId }, "a customer is not known to the platform");
    } finally {
      underWay--;
      void next();
    }
  }

  return {
    ask(psids: string[], loaded: LoadedSetup): void {
      if (!loaded.channel.fetchCustomer || loaded.isDisconnected) return;
      for (const psid of psids) if (waiting.length < mostWaiting) waiting.push({ psid, loaded });
      for (let count = 0; count < mostAtOnce; count++) void next();
    },
  };
}
