import { maxSources, type SourceForm } from "@banter/core/knowledge/source.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { deletePassages } from "../../store/knowledge/knowledge-passages.ts";
import {
  deleteSources,
  findSource,
  insertSource,
  type KnowledgeSource,
  listSources,
  type NewSource,
  readSoon,
  updateSource,
} from "../../store/knowledge/knowledge-sources.ts";
import { changeSetup } from "../pages/change-setup.ts";

type SourceDeps = Pick<Deps, "db">;

/** Adds a source. It is read soon, by any node. */
export function createSource({ db }: SourceDeps, pageId: string, form: SourceForm): Promise<KnowledgeSource> {
  return changeSetup(db, pageId, async (db) => {
    await checkRoom(db, pageId, form.name);
    const [id = 0] = await nextIds(db, 1);
    await insertSource(db, pageId, sourceOf(id, form));
    return getSource(db, pageId, id);
  });
}

/** Gives a source another name, text or address. A file keeps its kind: upload another one instead. */
export function changeSource(
  { db }: SourceDeps,
  pageId: string,
  id: number,
  form: SourceForm,
): Promise<KnowledgeSource> {
  return changeSetup(db, pageId, async (db) => {
    const before = await getSource(db, pageId, id);
    if (before.kind !== form.kind) throw new AppError("conflict", "A source keeps its kind.");
    await checkName(db, pageId, { id, name: form.name });
    await updateSource(db, pageId, sourceOf(id, form));
    return getSource(db, pageId, id);
  });
}

/** Removes a source with all its passages. */
export function removeSource({ db }: SourceDeps, pageId: string, id: number): Promise<KnowledgeSource> {
  return changeSetup(db, pageId, async (db) => {
    const source = await getSource(db, pageId, id);
    await removeSources(db, pageId, [id]);
    return source;
  });
}

export async function removeSources(db: Db, pageId: string, ids: number[]): Promise<void> {
  for (const id of ids) await deletePassages(db, pageId, id);
  await deleteSources(db, pageId, ids);
}

/** Lets a source be read now. One that is being read goes on. */
export function readAgain({ db }: SourceDeps, pageId: string, id: number): Promise<KnowledgeSource> {
  // As a change of the set-up, so that the nodes look for it.
  return changeSetup(db, pageId, async (db) => {
    const source = await getSource(db, pageId, id);
    if (source.kind === "file")
      throw new AppError("conflict", "A file is read when it is uploaded. Upload it again, and delete the old one.");
    await readSoon(db, pageId, id);
    return getSource(db, pageId, id);
  });
}

export async function getSource(db: Db, pageId: string, id: number): Promise<KnowledgeSource> {
  const source = await findSource(db, pageId, id);
  if (!source) throw notFound("source");
  return source;
}

/** Throws unless the page may have one more source of this name. */
export async function checkRoom(db: Db, pageId: string, name: string): Promise<void> {
  const all = await checkName(db, pageId, { id: null, name });
  if (all.length >= maxSources) throw new AppError("conflict", `A page has at most ${maxSources} sources.`);
}

async function checkName(db: Db, pageId: string, source: { id: number | null; name: string }) {
  const all = await listSources(db, pageId);
  if (all.some(({ id, name }) => id !== source.id && name === source.name))
    throw new AppError("conflict", "A source of that name is already there.");
  return all;
}

export function sourceOf(id: number, form: SourceForm): NewSource {
  const { name } = form;
  if (form.kind === "text") return { id, name, kind: "text", settings: { text: form.text } };
  if (form.kind === "site") return { id, name, kind: "site", settings: { url: form.url, every: form.every } };
  return { id, name, kind: "flows", settings: {} };
}

/** A source as an owner described it; undefined for a file. */
export function formOf(source: KnowledgeSource): SourceForm | undefined {
  const { name } = source;
  if (source.kind === "text") return { kind: "text", name, text: source.settings.text };
  if (source.kind === "site") return { kind: "site", name, ...source.settings };
  return source.kind === "flows" ? { kind: "flows", name } : undefined;
}
