import { z } from "zod";
import { isMediaPath } from "../media.ts";

/** A link a person may follow: http or https, no credentials, a public host. Templates may fill its path and query. */
export const LinkUrl = url(["https:", "http:"]);

/** Media that platforms fetch: https, or a file of the page's own store, which becomes absolute when it is sent. */
export const MediaUrl = url(["https:"], { takesMediaPath: true });

/** An address that the server calls for a flow. Any host is allowed here: the connection itself is guarded. */
export const RequestUrl = url(["https:", "http:"], { anyHost: true });

function url(schemes: string[], { anyHost = false, takesMediaPath = false } = {}) {
  return z
    .string()
    .max(2000)
    .superRefine((value, context) => {
      if (takesMediaPath && isMediaPath(value)) return;
      const fault = faultOf(value, schemes, anyHost);
      if (fault) context.addIssue({ code: "custom", message: fault });
    });
}

function faultOf(value: string, schemes: string[], anyHost: boolean): string | undefined {
  // Programs read backslashes differently, so the host that is checked might not be the host that is called.
  if (/[\s\p{Cc}\\]/u.test(value) || !value.isWellFormed()) {
    return "must not hold spaces, backslashes or control characters";
  }
  const parsed = URL.parse(value);
  if (!parsed || !/^[a-z]+:\/\//i.test(value)) return "must be a full URL";
  if (!schemes.includes(parsed.protocol))
    return `must start with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`;
  if (parsed.username || parsed.password) return "must not hold credentials";
  // A template in the host would let a customer's text choose the host.
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?)$/.test(parsed.hostname)) return "must name a plain host";
  if (!anyHost && !isPublicHost(parsed.hostname)) return "must name a public host";
  return undefined;
}

/**
 * Judges the host as the URL parser read it, so that octal, hex and short forms of an address count as that address.
 * A name that resolves to a private address is refused when the connection is made.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "").toLowerCase();
  if (host.startsWith("[")) return isPublicIpv6(host.slice(1, -1));
  const parts = host.split(".");
  if (parts.every((part) => /^\d+$/.test(part))) return isPublicIpv4(parts.map(Number));
  return parts.length > 1 && !["localhost", "local", "internal", "home", "lan"].includes(parts.at(-1) ?? "");
}

function isPublicIpv4([a = 0, b = 0, c = 0]: number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b < 128) return false;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b < 32) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}

/** Only global unicast, 2000::/3, without its ranges for documentation and for tunnels to IPv4. */
function isPublicIpv6(host: string): boolean {
  const [first = 0, second = 0] = host.split(":").map((group) => Number.parseInt(group || "0", 16));
  if (first < 0x2000 || first > 0x3fff || first === 0x2002) return false;
  if (first === 0x3fff && second < 0x1000) return false;
  return !(first === 0x2001 && (second < 0x200 || second === 0xdb8));
}
