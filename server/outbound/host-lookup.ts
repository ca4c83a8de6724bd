// Looks up the addresses of host names, without blocking the process.

import { lookup, Resolver } from "node:dns/promises";

/** Every address of a name. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * For public names. The system's look-up blocks one of a few threads while a name server stalls, and the rest of the
 * process, including its database connections, would wait for a thread.
 */
export async function askNameServers(name: string, signal: AbortSignal, servers?: string[]): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** For the operator's own names, which may be in /etc/hosts or need a search domain. */
export async function askSystem(name: string): Promise<string[]> {
  return (await lookup(name, { all: true, order: "ipv4first" })).map(({ address }) => address);
}
