import { z } from "zod";

/**
 * A host that a secret may be sent to: `api.example.com`, `*.example.com` for all hosts below it, `10.0.0.7:8080`.
 * Without a port, any port of the host.
 */
export const SecretHost = z
  .string()
  .max(260)
  .refine((host) => plainHost(host) !== undefined, {
    error: "must be a host such as api.example.com, or *.example.com for all hosts below it",
  });

/** The host as URLs spell it: `API.Example.com.` is `api.example.com`. Undefined if it is no host. */
export function plainHost(host: string): string | undefined {
  const [, wild = "", name = "", port = ""] = /^(\*\.)?([^\s\p{Cc}/\\?#@*]+?)(:\d{1,5})?$/u.exec(host) ?? [];
  const hostname = nameOf(URL.parse(`http://${name}`));
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/.test(hostname)) return undefined;
  // A whole top-level domain is nobody's own, and an address has no hosts below it.
  if (wild && !/\.[a-z][a-z0-9-]*$/.test(hostname)) return undefined;
  return wild + hostname + port;
}

/** True if the secret of these hosts may be sent to the address. */
export function isForHost(hosts: readonly string[], address: URL): boolean {
  const [hostname, port] = [nameOf(address), address.port || (address.protocol === "http:" ? "80" : "443")];
  return hosts.some((host) => {
    const [, name = "", onlyPort] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
    if (onlyPort !== undefined && onlyPort !== port) return false;
    return name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : hostname === name;
  });
}

const nameOf = (address: URL | null) => address?.hostname.replace(/\.$/, "") ?? "";
