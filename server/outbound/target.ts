import { isIP } from "node:net";
import { isPublicHost } from "@banter/core/model/content/url.ts";
import { type AllowList, mayReach, plainAddress } from "./address.ts";
import { askNameServers, askSystem, type Resolve } from "./names.ts";
import { NoAnswer } from "./no-answer.ts";

/** Where a request goes: the addresses have been judged, and nothing else may be connected to for it. */
export type Target = { url: URL; addresses: string[] };

export type Judging = { allow: AllowList; resolve?: Resolve; signal: AbortSignal };

/** Judges the host as the URL parser read it, never the text, and the name by everything it resolves to. */
export async function findTarget(given: string, judging: Judging): Promise<Target> {
  const url = URL.parse(given);
  if (!url || !(url.protocol in defaultPorts) || url.username || url.password) throw new NoAnswer("blocked_address");

  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  const port = Number(url.port || defaultPorts[url.protocol]);
  const addresses = (await addressesOf(host, judging)).map(plainAddress);
  if (addresses.length === 0) throw new NoAnswer("unreachable");
  // One private address among public ones is enough: which of them is connected to is not the name owner's to choose.
  if (!addresses.every((address) => mayReach({ host, address, port }, judging.allow))) {
    throw new NoAnswer("blocked_address");
  }
  return { url, addresses };
}

const defaultPorts: Record<string, number> = { "http:": 80, "https:": 443 };

async function addressesOf(host: string, { allow, resolve, signal }: Judging): Promise<string[]> {
  if (isIP(host)) return [host];
  const isOwn = allow.hasName(host) || !isPublicHost(host);
  // `localhost`, `metadata.google.internal`: not worth a question where nothing private is allowed.
  if (isOwn && allow.isEmpty) throw new NoAnswer("blocked_address");
  return resolve ? resolve(host, signal) : isOwn ? askSystem(host) : askNameServers(host, signal);
}
