/** So many are read of a site, with those that one of them lists. */
export const maxSitemaps = 10;

/** The addresses of a sitemap: of pages, or of further sitemaps. https://www.sitemaps.org/protocol.html */
export function readSitemap(xml: string): { pages: string[]; sitemaps: string[] } {
  const found = [...xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*<\/loc>/gi)];
  const addresses = found.map(([, address = ""]) => address.replaceAll(/&amp;/gi, "&"));
  return /<sitemapindex[\s>]/i.test(xml) ? { pages: [], sitemaps: addresses } : { pages: addresses, sitemaps: [] };
}
