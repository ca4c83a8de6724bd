import { maxFileBytes } from "@banter/core/knowledge/source.ts";
import { AppError } from "@banter/core/model/error.ts";
import { freeName } from "@banter/core/model/names.ts";
import type { Deps } from "../../deps.ts";
import { nextIds } from "../../store/db/db.ts";
import { insertSource, type KnowledgeSource, listSources } from "../../store/knowledge/knowledge-sources.ts";
import { extensionOf } from "../media/file-name.ts";
import { chunksOf, type Upload } from "../media/receive.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { storeDocuments, TooMuch } from "./passages.ts";
import {
  type DocumentFile,
  documentTypeOf,
  type ReadDocument,
  Unreadable,
  type UnreadableReason,
} from "./read/document.ts";
import { checkForPlace, openReader } from "./read/reader.ts";
import { checkRoom, getSource } from "./sources.ts";

/** Reads a file and keeps its passages; the file itself is not kept. */
export async function uploadSource({ db }: Pick<Deps, "db">, pageId: string, file: Upload): Promise<KnowledgeSource> {
  const type = documentTypeOf(extensionOf(file.name));
  let bytes: Buffer;
  try {
    if (!type) throw new AppError("file_type_not_allowed", "Only PDF, DOCX, Markdown, text, CSV and HTML can be read.");
    bytes = await receive(file);
    checkForPlace();
  } catch (error) {
    // Node drops the rest of the body, so that the sender gets the answer.
    file.body.resume();
    throw error;
  }
  const { passages } = await read({ type, bytes });
  try {
    return await store({ db }, pageId, { name: file.name, bytes: bytes.length, passages });
  } catch (error) {
    if (error instanceof TooMuch) throw new AppError("storage_full", "The page knows as many passages as it may.");
    throw error;
  }
}

/** The thread ends before the passages are stored, so that those of many uploads do not add up. */
async function read(file: DocumentFile): Promise<ReadDocument> {
  const reader = openReader();
  try {
    return await reader.read(file);
  } catch (error) {
    throw error instanceof Unreadable ? refusals[error.reason]() : error;
  } finally {
    await reader.close();
  }
}

type ReadFile = { name: string; bytes: number; passages: ReadDocument["passages"] };

function store(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { name, bytes, passages }: ReadFile,
): Promise<KnowledgeSource> {
  return changeSetup(db, pageId, async (db) => {
    const free = freeName(
      name,
      (await listSources(db, pageId)).map((source) => source.name),
    );
    await checkRoom(db, pageId, free);
    const [id = 0] = await nextIds(db, 1);
    await insertSource(db, pageId, { id, kind: "file", name: free, settings: { bytes } });
    const reading = { pageId, id, state: "waiting" } as const;
    await storeDocuments(db, reading, { documents: [{ url: null, passages }], nextHours: null });
    return getSource(db, pageId, id);
  });
}

async function receive({ body, length }: Upload): Promise<Buffer> {
  if (length !== undefined && length > maxFileBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    size += chunk.length;
    if (size > maxFileBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (size === 0) throw new AppError("malformed_request", "The file is empty.");
  return Buffer.concat(chunks);
}

const tooLarge = () => new AppError("file_too_large", "The file is too large: it may have 10 MB.");

const refusals: Record<UnreadableReason, () => AppError> = {
  damaged: () => new AppError("file_type_mismatch", "The file is damaged, or not what its name says."),
  not_text: () => new AppError("file_type_mismatch", "The file is no text in UTF-8."),
  locked: () => new AppError("file_type_not_allowed", "The file is protected by a password."),
  no_text: () => new AppError("invalid_field", "The file has no text. Scanned pages are pictures."),
  too_long: () => new AppError("file_too_large", "The file takes too long to read."),
};
