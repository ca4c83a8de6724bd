// Checks the address of a flow's request and looks up its host, before anything is connected.

import { isIP } from "node:net";
import { isPublicHost } from "@banter/core/model/content/url.ts";
import { type AllowList, mayReach, plainAddress } from "./address.ts";
import { askNameServers, askSystem, type Resolve } from "./host-lookup.ts";
import { NoAnswer } from "./no-answer.ts";

/** The destination of a request. `addresses` are checked: the request may connect to these only. */
export type Target = { url: URL; addresses: string[] };

export type TargetRules = { allow: AllowList; resolve?: Resolve; signal: AbortSignal };

/** Checks the host as the URL parser has read it, never the text, and every address that its name resolves to. */
export async function findTarget(given: string, rules: TargetRules): Promise<Target> {
  const url = URL.parse(given);
  if (!url || !(url.protocol in defaultPorts) || url.username || url.password) throw new NoAnswer("blocked_address");

  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  const port = Number(url.port || defaultPorts[url.protocol]);
  const addresses = (await addressesOf(host, rules)).map(plainAddress);
  if (addresses.length === 0) throw new NoAnswer("unreachable");
  // One private address is enough to refuse: the name's owner must not be able to choose which one is used.
  if (!addresses.every((address) => mayReach({ host, address, port }, rules.allow))) {
    throw new NoAnswer("blocked_address");
  }
  return { url, addresses };
}

const defaultPorts: Record<string, number> = { "http:": 80, "https:": 443 };

async function addressesOf(host: string, { allow, resolve, signal }: TargetRules): Promise<string[]> {
  if (isIP(host)) return [host];
  const isOwn = allow.hasName(host) || !isPublicHost(host);
  // `localhost`, `metadata.google.internal`: need no look-up if no private host is allowed.
  if (isOwn && allow.isEmpty) throw new NoAnswer("blocked_address");
  return resolve ? resolve(host, signal) : isOwn ? askSystem(host) : askNameServers(host, signal);
}
