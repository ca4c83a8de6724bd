import { isIPv6 } from "node:net";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";

/** Counts wrong tokens by the caller's network. Returns true if there were too many. */
export function wrongTokenCounter({ max = 30, windowSeconds = 300, maxAddresses = 10_000 } = {}) {
  const counts = new BoundedMap<string, { count: number; endsAt: number }>(maxAddresses);

  return (ip: string): boolean => {
    const now = performance.now();
    const address = networkOf(ip);
    let entry = counts.get(address);
    if (!entry || entry.endsAt <= now) {
      entry = { count: 0, endsAt: now + windowSeconds * 1000 };
      counts.set(address, entry);
    }
    return ++entry.count > max;
  };
}

/** An IPv6 caller usually has a whole /64, so its first half counts. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes(".")) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
