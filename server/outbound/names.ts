import { lookup, Resolver } from "node:dns/promises";

/** Every address of a name. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * For names that anybody may choose. The system's own look-up holds one of a few threads for as long as somebody's
 * name server stalls, and the rest of the process, its database connections included, would wait for their turn.
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

/** For names of the operator's own, which may stand in /etc/hosts or need a search domain. */
export async function askSystem(name: string): Promise<string[]> {
  return (await lookup(name, { all: true, order: "ipv4first" })).map(({ address }) => address);
}
