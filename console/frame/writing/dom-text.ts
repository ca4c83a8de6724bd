import { type ChipWords, chipsIn } from "./chips.ts";

/** A selection in a text. The focus is the end that the keyboard moves; it may stand before the anchor. */
export type Selected = { anchor: number; focus: number };

type Wanted = { text: string } | { source: string; words: ChipWords };

/**
 * Draws a text into an editable element: plain text, and chips that the caret cannot enter. Nodes that are right stay,
 * so that a screen reader and a spelling checker do not begin again with each key. The last element is a line break,
 * which gives an empty last line its height.
 */
export function drawText(root: HTMLElement, text: string, wordsOf: (source: string) => ChipWords, or: string): void {
  const wanted = nodesFor(text, wordsOf);
  let at = root.firstChild;
  for (const each of wanted) {
    if (at && fits(at, each)) {
      update(at, each);
      at = at.nextSibling;
    } else root.insertBefore(create(each, or), at);
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling;
    if (next || !(at instanceof HTMLBRElement)) at.remove();
    at = next;
  }
  if (!(root.lastChild instanceof HTMLBRElement)) root.append(document.createElement("br"));
  root.toggleAttribute("data-empty", text === "");
}

/** The text of an editable element, also while an input method is changing it. */
export function readText(root: HTMLElement): string {
  return [...root.childNodes].map((node) => sourceOf(node, root)).join("");
}

/** The place in the text that a point of the document stands for. A point inside of a chip stands behind it. */
export function placeOf(root: HTMLElement, node: Node, offset: number): number {
  if (node === root) return lengthOf([...root.childNodes].slice(0, offset), root);
  let top: Node = node;
  while (top.parentNode && top.parentNode !== root) top = top.parentNode;
  const before = lengthOf([...root.childNodes].slice(0, [...root.childNodes].indexOf(top as ChildNode)), root);
  if (top === node && node instanceof Text) return before + offset;
  return before + (offset > 0 || top !== node ? sourceOf(top, root).length : 0);
}

/** The point of the document for a place in the text. */
export function pointAt(root: HTMLElement, place: number): [node: Node, offset: number] {
  let rest = place;
  for (const [index, node] of [...root.childNodes].entries()) {
    const { length } = sourceOf(node, root);
    if (node instanceof Text && rest <= length) return [node, rest];
    // A place inside of a chip stands behind it.
    if (!(node instanceof Text) && (rest <= 0 || rest < length)) return [root, rest <= 0 ? index : index + 1];
    rest -= length;
  }
  return [root, Math.max(0, root.childNodes.length - 1)];
}

/** The selection within the element; undefined if it is elsewhere. */
export function selectedIn(root: HTMLElement): Selected | undefined {
  const selection = document.getSelection();
  if (!selection?.anchorNode || !selection.focusNode) return undefined;
  if (!root.contains(selection.anchorNode) || !root.contains(selection.focusNode)) return undefined;
  return {
    anchor: placeOf(root, selection.anchorNode, selection.anchorOffset),
    focus: placeOf(root, selection.focusNode, selection.focusOffset),
  };
}

export function select(root: HTMLElement, { anchor, focus }: Selected): void {
  document.getSelection()?.setBaseAndExtent(...pointAt(root, anchor), ...pointAt(root, focus));
}

/** Shows which chips are within a selection: browsers do not. */
export function markChosen(root: HTMLElement, { start, end }: { start: number; end: number }): void {
  let at = 0;
  for (const node of root.childNodes) {
    const { length } = sourceOf(node, root);
    if (node instanceof HTMLElement && node.dataset.source !== undefined) {
      node.toggleAttribute("data-chosen", start <= at && at + length <= end && start < end);
    }
    at += length;
  }
}

/** The element of the chip at a place. */
export function chipElement(root: HTMLElement, place: number): HTMLElement | undefined {
  const index = chipsIn(readText(root)).findIndex(({ start }) => start === place);
  return root.querySelectorAll<HTMLElement>("[data-source]")[index];
}

function nodesFor(text: string, wordsOf: (source: string) => ChipWords): Wanted[] {
  const nodes: Wanted[] = [];
  let end = 0;
  for (const chip of chipsIn(text)) {
    if (chip.start > end) nodes.push({ text: text.slice(end, chip.start) });
    nodes.push({ source: chip.source, words: wordsOf(chip.source) });
    end = chip.end;
  }
  if (end < text.length) nodes.push({ text: text.slice(end) });
  return nodes;
}

function fits(node: ChildNode, wanted: Wanted): boolean {
  if ("text" in wanted) return node instanceof Text;
  const key = `${wanted.source} ${wanted.words.title}`;
  return node instanceof HTMLElement && node.dataset.key === key;
}

function update(node: ChildNode, wanted: Wanted): void {
  if ("text" in wanted && node instanceof Text && node.data !== wanted.text) node.data = wanted.text;
}

function create(wanted: Wanted, or: string): Node {
  if ("text" in wanted) return document.createTextNode(wanted.text);
  const { source, words } = wanted;
  const chip = document.createElement("span");
  chip.className = "text-chip";
  chip.contentEditable = "false";
  chip.dataset.source = source;
  chip.dataset.key = `${source} ${words.title}`;
  chip.append(words.title);
  if (words.or !== undefined) {
    const rest = document.createElement("span");
    rest.className = "text-chip-or";
    rest.append(` ${or} ${words.or}`);
    chip.append(rest);
  }
  return chip;
}

function sourceOf(node: Node, root: HTMLElement): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof HTMLElement)) return "";
  if (node.dataset.source !== undefined) return node.dataset.source;
  if (node instanceof HTMLBRElement) return node === root.lastChild ? "" : "\n";
  return [...node.childNodes].map((each) => sourceOf(each, root)).join("");
}

const lengthOf = (nodes: readonly Node[], root: HTMLElement) =>
  nodes.reduce((sum, node) => sum + sourceOf(node, root).length, 0);
