/** So many are read of a site, with those that one of them lists. */
export const maxSitemaps = 10;

/**
 * The addresses of a sitemap: of pages, or of further sitemaps. Any site may write it, so each part is looked at once.
 * https://www.sitemaps.org/protocol.html
 */
export function readSitemap(xml: string): { pages: string[]; sitemaps: string[] } {
  const [, ...parts] = xml.split(/<loc>/i);
  const addresses = parts.map(addressOf).filter((address) => address !== "");
  return /<sitemapindex[\s>]/i.test(xml) ? { pages: [], sitemaps: addresses } : { pages: addresses, sitemaps: [] };
}

/** The text before the closing tag, which may be a CDATA section. Empty if it is no address. */
function addressOf(part: string): string {
  const end = part.search(/<\/loc>/i);
  const text = part
    .slice(0, Math.max(0, end))
    .trim()
    .replace(/^<!\[CDATA\[/, "")
    .replace(/\]\]>$/, "")
    .trim();
  return /[<\]]/.test(text) ? "" : text.replaceAll(/&amp;/gi, "&");
}
