import type { Block } from "@banter/core/knowledge/cut.ts";

/**
 * The headings and texts of Markdown, without its signs. Lists and tables stay lines; code stays as it is. No pattern here
 * goes back over what it has read: a text may be made to take hours otherwise.
 */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const close = () => {
    if (lines.length > 0) blocks.push({ text: lines.join("\n") });
    lines = [];
  };
  for (const line of withoutComments(withoutFrontMatter(text)).split("\n")) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
      else lines.push(line);
      continue;
    }
    const [, signs, title] = /^ {0,3}(#{1,6})\s(.*)$/.exec(line) ?? [];
    const under = /^ {0,3}(=+|-{2,})\s*$/.exec(line)?.[1];
    if (signs !== undefined) {
      close();
      blocks.push({ level: signs.length, text: withoutSigns(withoutClosing(title ?? "")) });
    } else if (under !== undefined && lines.length === 1) {
      const [heading = ""] = lines;
      lines = [];
      blocks.push({ level: under.startsWith("=") ? 1 : 2, text: heading });
    } else if (line.trim() === "") close();
    else if (!/^[\s|:-]+$/.test(line)) lines.push(withoutSigns(line));
  }
  close();
  return blocks;
}

const withoutFrontMatter = (text: string) => text.replace(/^---\n[\s\S]{0,10000}?\n---\n/, "");

function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  while (true) {
    const start = text.indexOf("<!--", at);
    const end = start < 0 ? -1 : text.indexOf("-->", start + 4);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + 3;
  }
}

/** A heading may end with as many signs as it likes. */
function withoutClosing(title: string): string {
  const text = title.trim();
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return text.slice(0, end).trimEnd();
}

function withoutSigns(line: string): string {
  const plain = line
    .replace(/^\s*>+\s?/, "")
    .replace(/^\s*\|(.*)\|\s*$/, "$1")
    .replaceAll(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
    .replaceAll(/!?\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")
    .replaceAll(/<\/?[a-z][^<>]{0,300}>/gi, " ");
  return withoutPairs(plain).replaceAll(/(^|\W)[*_](?=\S)([^*_]+?)(?<=\S)[*_](?=\W|$)/g, "$1$2");
}

/** Without the signs around bold, struck out and code. A sign that is never closed is looked for only once. */
function withoutPairs(line: string): string {
  const unclosed = new Set<string>();
  const opening = /(\*\*|__|~~|`)(?=\S)/g;
  let kept = "";
  let at = 0;
  for (let found = opening.exec(line); found; found = opening.exec(line)) {
    const [sign] = found;
    const start = found.index + sign.length;
    const end = unclosed.has(sign) ? -1 : findClosing(line, sign, start + 1);
    if (end < 0) {
      unclosed.add(sign);
      opening.lastIndex = found.index + 1;
    } else {
      kept += line.slice(at, found.index) + line.slice(start, end);
      at = end + sign.length;
      opening.lastIndex = at;
    }
  }
  return kept + line.slice(at);
}

/** The next such sign that ends a word, or -1. */
function findClosing(line: string, sign: string, from: number): number {
  let at = line.indexOf(sign, from);
  while (at >= 0 && /\s/.test(line[at - 1] ?? "")) at = line.indexOf(sign, at + 1);
  return at;
}
