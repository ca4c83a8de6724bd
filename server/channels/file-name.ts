/** What an address ends with: the name that people know the file by. */
export function fileName(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split("/").at(-1);
  if (!last) return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
