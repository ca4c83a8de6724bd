/** The last part of the address's path, decoded. */
export function fileName(address: string): string {
  const last = new URL(address).pathname.split("/").findLast(Boolean) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
