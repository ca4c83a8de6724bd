import type { Block } from "@banter/core/knowledge/cut.ts";
import { Parser } from "htmlparser2";
import { type UncutDocument, Unreadable } from "./document.ts";

/** Parts of a page that say nothing of its own. */
const skipped = new Set(
  "script style noscript template nav footer aside form svg iframe button select textarea head dialog".split(" "),
);
/** Tags that end a piece of text. */
const breaking = new Set(
  "p div section article main header ul ol dl table tbody thead tr blockquote pre figure figcaption details summary dt address hr body".split(
    " ",
  ),
);
const maxLinks = 2000;
/** No browser shows elements that are nested deeper, and the parser takes ever longer for them. */
const maxDepth = 1000;
/** A page whose main part has less text is read whole. */
const minMain = 200;

/** The headings and texts of a web page, without its menus, and the addresses it links to. */
export function readHtml(html: string): UncutDocument {
  const state = { title: "", text: "", level: 0, skips: 0, mains: 0, depth: 0, isInTitle: false, rights: "" };
  const blocks: (Block & { isMain: boolean })[] = [];
  const links: string[] = [];
  const close = () => {
    if (state.text.trim() !== "") {
      blocks.push({ text: state.text, isMain: state.mains > 0, ...(state.level > 0 && { level: state.level }) });
    }
    state.text = "";
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++state.depth > maxDepth) throw new Unreadable("damaged");
      if (name === "meta" && /^(robots|banter)$/i.test(attributes.name ?? "")) state.rights += attributes.content ?? "";
      if (name === "title") state.isInTitle = true;
      if (name === "a" && attributes.href && !/\bnofollow\b/.test(attributes.rel ?? "") && links.length < maxLinks)
        links.push(attributes.href);
      if (skipped.has(name)) state.skips++;
      const level = levelOf(name);
      if (level > 0 || breaking.has(name)) close();
      if (level > 0) state.level = level;
      if (name === "main" || name === "article") state.mains++;
      if (name === "br" || name === "li" || name === "dd") state.text += "\n";
      if (name === "td" || name === "th") state.text += " ";
    },
    ontext(text) {
      if (state.isInTitle) state.title += text;
      else if (state.skips === 0) state.text += text.replaceAll(/\s+/g, " ");
    },
    onclosetag(name) {
      state.depth--;
      if (name === "title") state.isInTitle = false;
      if (skipped.has(name)) state.skips--;
      const isHeading = levelOf(name) > 0;
      if (isHeading || breaking.has(name)) close();
      if (isHeading) state.level = 0;
      if (name === "main" || name === "article") state.mains--;
    },
  });
  parser.end(html);
  close();
  return {
    blocks: withTitle(mainPart(blocks), state.title),
    links,
    mayKeep: !/noindex|none/i.test(state.rights),
    mayFollow: !/nofollow|none/i.test(state.rights),
  };
}

const levelOf = (name: string) => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);

function mainPart(blocks: (Block & { isMain: boolean })[]): Block[] {
  const main = blocks.filter(({ isMain }) => isMain);
  const length = main.reduce((sum, { text }) => sum + text.length, 0);
  return (length >= minMain ? main : blocks).map(({ isMain: _, ...block }) => block);
}

/** The title stands for a first heading that is missing. */
function withTitle(blocks: Block[], title: string): Block[] {
  const hasFirst = blocks.some(({ level }) => level === 1);
  return hasFirst || title.trim() === "" ? blocks : [{ level: 1, text: title }, ...blocks];
}
