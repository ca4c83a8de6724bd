/** From where an address works; `plain` ones work everywhere but are not encrypted. */
export type Reach = "everywhere" | "this_machine" | "own_network" | "plain";

/** The reach of an address of this server, by its host and protocol. */
export function reachOf(url: string): Reach {
  if (!URL.canParse(url)) return "everywhere";
  const { hostname, protocol } = new URL(url);
  if (isLoopback(hostname)) return "this_machine";
  if (isPrivate(hostname)) return "own_network";
  return protocol === "http:" ? "plain" : "everywhere";
}

const isLoopback = (host: string) =>
  /^(127\.|0\.0\.0\.0$)/.test(host) || host === "[::1]" || host === "[::]" || /(^|\.)localhost$/.test(host);

/** Addresses and names that only a local network knows. */
const isPrivate = (host: string) =>
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host) ||
  /^\[(f[cd]|fe[89ab])/.test(host) ||
  /\.(local|lan|internal|home\.arpa)$/.test(host) ||
  !(host.includes(".") || host.includes(":"));
