/** True if the path is one of the pages, which may hold stars for any text. Without pages, all paths are. */
export function isOnPage(pages: string[] | undefined, path: string): boolean {
  return !pages || pages.some((page) => patternOf(page).test(path));
}

function patternOf(page: string): RegExp {
  const parts = page.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
