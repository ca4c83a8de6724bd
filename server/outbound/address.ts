// Decides which IP addresses a flow's request may reach, and reads the operator's list of allowed private hosts.

import ipaddr from "ipaddr.js";

/** True if a flow's request may go there: to web ports of public addresses, or to a host that the operator allows. */
export function mayReach({ host, address, port }: { host: string; address: string; port: number }, allow: AllowList) {
  if (allow.hasName(host) || allow.hasAddress(address)) return true;
  return isPublicAddress(address) && (port === 80 || port === 443);
}

/** Accepts every notation that the library can parse. An address that it cannot parse is not public. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  // The library calls every range it does not know "unicast", `::127.0.0.1` too. Only 2000::/3 is public.
  if (parsed.kind() === "ipv6") return parsed.match(ipaddr.parseCIDR("2000::/3"));
  return parsed.toString() !== azureWireServer;
}

// Serves a virtual machine's configuration with its secrets, from a public range.
// https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
const azureWireServer = "168.63.129.16";

/** The canonical form of an address, so that the checked address and the connected one can be compared. */
export function plainAddress(address: string): string {
  return ipaddr.process(address).toString();
}

/** Private hosts that the operator allows flows to call: names, addresses and ranges. */
export type AllowList = { isEmpty: boolean; hasName(host: string): boolean; hasAddress(address: string): boolean };

export function allowList(entries: readonly string[]): AllowList {
  const ranges = entries.flatMap((entry) => rangeOf(entry) ?? []);
  const names = new Set(entries.filter((entry) => !rangeOf(entry)).map((entry) => plainName(entry)));
  return {
    isEmpty: entries.length === 0,
    hasName: (host) => names.has(plainName(host)),
    hasAddress: (address) => ipaddr.isValid(address) && ranges.some((range) => isIn(address, range)),
  };
}

/** `n8n`, `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
export function isAllowEntry(entry: string): boolean {
  return rangeOf(entry) !== undefined || /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(entry);
}

type Range = { first: string; bits: number };

function rangeOf(entry: string): Range | undefined {
  const [address = "", bits] = entry.split("/");
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return undefined;
  const widest = ipaddr.parse(address).kind() === "ipv6" ? 128 : 32;
  if (bits === undefined) return { first: plainAddress(address), bits: 128 };
  return /^\d+$/.test(bits) && Number(bits) <= widest ? { first: address, bits: Number(bits) } : undefined;
}

function isIn(address: string, { first, bits }: Range): boolean {
  const [one, other] = [ipaddr.process(address), ipaddr.parse(first)];
  return one.kind() === other.kind() && one.match([other, bits]);
}

const plainName = (host: string) => host.toLowerCase().replace(/\.$/, "");
