import type { Block } from "@banter/core/knowledge/cut.ts";
import { Parser } from "htmlparser2";
import { Unreadable } from "./document.ts";
import { unzip } from "./unzip.ts";

/** The headings and texts of a Word document. A row of a table is a line. */
export function readDocx(bytes: Uint8Array): Block[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const document = unzip(archive, "word/document.xml");
  if (!document) throw new Unreadable("damaged");
  const levels = headingLevels(unzip(archive, "word/styles.xml")?.toString("utf8") ?? "");
  const blocks: Block[] = [];
  const state = { text: "", level: 0, isText: false, row: undefined as string[] | undefined };
  const handlers: Handlers = {
    "w:p": () => {
      state.text = "";
      state.level = 0;
    },
    "w:pStyle": ({ "w:val": style = "" }) => {
      state.level = levels.get(style) ?? levelOfStyle(style);
    },
    "w:outlineLvl": ({ "w:val": level = "9" }) => {
      state.level = levelOf(level);
    },
    "w:t": () => {
      state.isText = true;
    },
    "w:tab": () => {
      state.text += " ";
    },
    "w:br": () => {
      state.text += "\n";
    },
    "w:tr": () => {
      state.row = [];
    },
  };
  parseXml(document.toString("utf8"), handlers, {
    text: (text) => {
      if (state.isText) state.text += text;
    },
    close: (name) => {
      if (name === "w:t") state.isText = false;
      if (name === "w:p") {
        if (state.row) state.row.push(state.text);
        else blocks.push({ text: state.text, ...(state.level > 0 && { level: state.level }) });
      }
      if (name === "w:tr") {
        blocks.push({ text: state.row?.filter((cell) => cell.trim() !== "").join(" | ") ?? "" });
        state.row = undefined;
      }
    },
  });
  return blocks;
}

/** The levels of styles that are headings, whatever their names are in the author's language. */
function headingLevels(xml: string): Map<string, number> {
  const levels = new Map<string, number>();
  let style = "";
  parseXml(xml, {
    "w:style": ({ "w:styleId": id = "" }) => {
      style = id;
    },
    "w:outlineLvl": ({ "w:val": level = "9" }) => {
      levels.set(style, levelOf(level));
    },
  });
  return levels;
}

/** Level 9 is text. */
const levelOf = (outline: string) => (Number(outline) < 6 ? Number(outline) + 1 : 0);

const levelOfStyle = (style: string) => (style === "Title" ? 1 : Number(/^heading ?([1-6])$/i.exec(style)?.[1] ?? 0));

type Handlers = Record<string, (attributes: Record<string, string | undefined>) => void>;

function parseXml(
  xml: string,
  handlers: Handlers,
  { text, close }: { text?: (text: string) => void; close?: (name: string) => void } = {},
): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => (Object.hasOwn(handlers, name) ? handlers[name]?.(attributes) : undefined),
      ontext: (given) => text?.(given),
      onclosetag: (name) => close?.(name),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}
