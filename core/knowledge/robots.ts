type Group = { rules: { allows: boolean; path: string }[]; delaySeconds: number };

/** The part of a site's robots.txt that concerns us. https://www.rfc-editor.org/rfc/rfc9309 */
export type Robots = Group & { sitemaps: string[] };

export const noRobots: Robots = { rules: [], delaySeconds: 0, sitemaps: [] };
/** For a site whose rules cannot be read now: it must be taken to forbid everything. */
export const forbidsAll: Robots = { rules: [{ allows: false, path: "/" }], delaySeconds: 0, sitemaps: [] };

const maxRules = 1000;
/** No address that is followed is longer, so a longer path concerns none. */
const maxValue = 2000;
const maxSitemaps = 10;

/** The rules for `agent`, or for everybody if it is not named. */
export function readRobots(text: string, agent: string): Robots {
  const groups: { agents: string[]; robots: Group }[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const line of text.slice(0, 500_000).split(/\r\n|\r|\n/)) {
    const { name, value } = readLine(line);
    if (name === "user-agent") {
      if (!isNaming) groups.push({ agents: [], robots: { rules: [], delaySeconds: 0 } });
      groups.at(-1)?.agents.push(value.toLowerCase());
      isNaming = true;
    } else if (name === "sitemap") {
      // They stand for everybody, in any place.
      if (sitemaps.length < maxSitemaps) sitemaps.push(value);
    } else if (name === "allow" || name === "disallow" || name === "crawl-delay") {
      isNaming = false;
      const robots = groups.at(-1)?.robots;
      if (!robots) continue;
      if (name === "crawl-delay") robots.delaySeconds = Number(value) || 0;
      else if (value !== "" && robots.rules.length < maxRules)
        robots.rules.push({ allows: name === "allow", path: value });
    }
  }
  const ours = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes("*"));
  return {
    rules: chosen.flatMap(({ robots }) => robots.rules),
    delaySeconds: Math.max(0, ...chosen.map(({ robots }) => robots.delaySeconds)),
    sitemaps,
  };
}

/** `Allow: /help # a comment`. */
function readLine(line: string): { name: string; value: string } {
  const [rule = ""] = line.split("#", 1);
  const colon = rule.indexOf(":");
  const [name, value] = [rule.slice(0, Math.max(0, colon)).trim(), rule.slice(colon + 1).trim()];
  return value.length > maxValue ? { name: "", value: "" } : { name: name.toLowerCase(), value };
}

/**
 * The rights that the headers `X-Robots-Tag` of a page leave. A line may name an agent, and then concerns only that one.
 * https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export function readRobotsTags(lines: readonly string[], agent: string): { mayKeep: boolean; mayFollow: boolean } {
  const ours = lines.flatMap((line) => {
    const [, named, rest] = /^\s*([\w-]+)\s*:(.*)$/s.exec(line) ?? [];
    if (named === undefined || rest === undefined || named.toLowerCase() === "unavailable_after") return [line];
    return named.toLowerCase() === agent.toLowerCase() ? [rest] : [];
  });
  const rights = ours.join(",").toLowerCase();
  return { mayKeep: !/\b(noindex|none)\b/.test(rights), mayFollow: !/\b(nofollow|none)\b/.test(rights) };
}

/** True if a redirect from one host to the other stays within a site: to `www` or from it, or to a part of it. */
export function isSameSite(from: URL, to: URL): boolean {
  const [before, after] = [from, to].map(({ hostname }) => hostname.replace(/^www\./, ""));
  return after === before || (after ?? "").endsWith(`.${before}`);
}

/** The longest rule that fits decides; of two of the same length, the one that allows. */
export function isAllowed({ rules }: Robots, { pathname, search }: URL): boolean {
  const path = pathname + search;
  let best = { allows: true, length: 0 };
  for (const { allows, path: pattern } of rules) {
    if (pattern.length < best.length || !fits(pattern, path)) continue;
    if (pattern.length > best.length || allows) best = { allows, length: pattern.length };
  }
  return best.allows;
}

/** `*` is any text, `$` at the end is the end. Compared part by part: a site's pattern must not cost us much time. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const [first = ""] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length || (parts.length > 1 && path.endsWith(parts.at(-1) ?? ""));
}
