// Decides whether a platform can fetch something from an address of ours.

import ipaddr from "ipaddr.js";
import { isPublicAddress } from "./address.ts";

/** Endings of names that public DNS does not have. */
const privateEndings = [".localhost", ".local", ".internal", ".lan", ".home.arpa", ".test", ".invalid"];

/**
 * True unless the address shows by itself that no platform can fetch from it: it lacks https, or its host is in a
 * private network. A public name that leads into one is not noticed.
 */
export function isPublicUrl(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "https:") return false;
  const host = parsed.hostname.replace(/^\[|\]$|\.$/g, "");
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  return host.includes(".") && !privateEndings.some((ending) => host.endsWith(ending));
}
