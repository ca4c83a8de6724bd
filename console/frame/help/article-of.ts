/** The articles, in the order of the list. A test checks that every language has all of them. */
export const articleNames = [
  "start",
  "home",
  "conversations",
  "customers",
  "audience",
  "ai",
  "flows",
  "builder",
  "testing",
  "keywords",
  "offers",
  "tools",
  "fields",
  "statistics",
  "settings",
  "channels",
  "files",
  "api",
  "templates",
  "pages",
  "team",
  "audit",
  "profile",
] as const;
export type ArticleName = (typeof articleNames)[number];

/** An article: its title, and paragraphs; a list of texts is a list of points. */
export type Article = { title: string; body: (string | string[])[] };
export type Articles = Record<ArticleName, Article>;

const ofScreen: [path: RegExp, article: ArticleName][] = [
  [/^\/pages\/[^/]+\/conversations/, "conversations"],
  [/^\/pages\/[^/]+\/customers/, "customers"],
  [/^\/pages\/[^/]+\/audience/, "audience"],
  [/^\/pages\/[^/]+\/ai/, "ai"],
  [/^\/pages\/[^/]+\/flows\/./, "builder"],
  [/^\/pages\/[^/]+\/flows/, "flows"],
  [/\/templates$/, "templates"],
  [/^\/pages\/[^/]+\/keywords/, "keywords"],
  [/^\/pages\/[^/]+\/ice-breakers-and-menu/, "offers"],
  [/^\/pages\/[^/]+\/tools/, "tools"],
  [/^\/pages\/[^/]+\/fields/, "fields"],
  [/^\/pages\/[^/]+\/statistics/, "statistics"],
  [/^\/pages\/[^/]+\/settings/, "settings"],
  [/^\/pages\/[^/]+/, "home"],
  [/^\/pages/, "pages"],
  [/^\/settings\/audit/, "audit"],
  [/^\/settings\/profile/, "profile"],
  [/^\/settings/, "team"],
];

const ofTab: Record<string, ArticleName> = { channel: "channels", file: "files", api: "api" };

/** The article that fits a screen. */
export function articleOf(pathname: string, tab?: string): ArticleName {
  const article = ofScreen.find(([path]) => path.test(pathname))?.[1] ?? "start";
  return article === "settings" && tab !== undefined ? (ofTab[tab] ?? article) : article;
}
