import type { Block } from "@banter/core/knowledge/cut.ts";

/** The headings and texts of Markdown, without its signs. Lists and tables stay lines; code stays as it is. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const close = () => {
    if (lines.length > 0) blocks.push({ text: lines.join("\n") });
    lines = [];
  };
  for (const line of withoutFrontMatter(text).split("\n")) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
      else lines.push(line);
      continue;
    }
    const [, signs, title] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? [];
    const under = /^ {0,3}(=+|-{2,})\s*$/.exec(line)?.[1];
    if (signs !== undefined) {
      close();
      blocks.push({ level: signs.length, text: withoutSigns(title ?? "") });
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

const withoutFrontMatter = (text: string) =>
  text.replace(/^---\n[\s\S]{0,10000}?\n---\n/, "").replaceAll(/<!--[\s\S]*?-->/g, "");

function withoutSigns(line: string): string {
  return line
    .replace(/^\s*>+\s?/, "")
    .replace(/^\s*\|(.*)\|\s*$/, "$1")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/!?\[([^\]]+)\]\[[^\]]*\]/g, "$1")
    .replaceAll(/<\/?[a-z][^>]{0,300}>/gi, " ")
    .replaceAll(/(\*\*|__|~~|`)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replaceAll(/(^|\W)[*_](?=\S)([^*_]+?)(?<=\S)[*_](?=\W|$)/g, "$1$2");
}
