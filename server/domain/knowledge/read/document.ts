import type { Block, CutPassage } from "@banter/core/knowledge/cut.ts";

/** A document as its bytes came. */
export type DocumentFile = { type: DocumentType; bytes: Uint8Array; charset?: string };

export type DocumentType = "markdown" | "text" | "csv" | "docx" | "pdf" | "html";

/** `links`, as they are written, and whether a site allows to keep and follow them are of web pages. */
export type ReadDocument = { passages: CutPassage[]; links: string[]; mayKeep: boolean; mayFollow: boolean };
export type UncutDocument = Omit<ReadDocument, "passages"> & { blocks: Block[] };

export type UnreadableReason = "damaged" | "locked" | "no_text" | "too_long" | "not_text";

/** A document that cannot be read. The reason is for the owner. */
export class Unreadable extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(reason);
    this.name = "Unreadable";
    this.reason = reason;
  }
}

export const documentOf = (blocks: Block[]): UncutDocument => ({ blocks, links: [], mayKeep: true, mayFollow: true });

const typesByEnding: Record<string, DocumentType> = {
  md: "markdown",
  markdown: "markdown",
  txt: "text",
  text: "text",
  csv: "csv",
  docx: "docx",
  pdf: "pdf",
  html: "html",
  htm: "html",
};

/** Undefined for files that we cannot read. */
export const documentTypeOf = (extension: string): DocumentType | undefined =>
  Object.hasOwn(typesByEnding, extension) ? typesByEnding[extension] : undefined;
