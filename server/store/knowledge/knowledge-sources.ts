import type { ModelFailure } from "@banter/core/flow/ai/model-reply.ts";
import type { SourceError, SourceKind, SourceSettings, SourceState } from "@banter/core/knowledge/source.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

export type KnowledgeSource = {
  [Kind in SourceKind]: {
    id: number;
    kind: Kind;
    name: string;
    settings: SourceSettings[Kind];
    state: SourceState;
    error: SourceError | null;
    createdAt: Date;
    readAt: Date | null;
    /** When it is read again; while it is read, when its reader is taken for dead. */
    nextReadAt: Date | null;
    /** Pages of a site, flows. */
    documents: number;
    passages: number;
    /** The model that its passages have vectors of. */
    embeddedWith: string | null;
    /** Why a model has made no vectors of them. */
    embedError: ModelFailure | null;
  };
}[SourceKind];

const columns = sql`id, kind, name, settings, state, error, created_at, read_at, next_read_at, documents, passages,
  embedded_with, embed_error`;

export function listSources(db: Db, pageId: string): Promise<KnowledgeSource[]> {
  return db.many(sql`select ${columns} from knowledge_sources where page_id = ${pageId} order by name, id`);
}

export function findSource(db: Db, pageId: string, id: number): Promise<KnowledgeSource | undefined> {
  return db.find(sql`select ${columns} from knowledge_sources where page_id = ${pageId} and id = ${id}`);
}

export type NewSource = { id: number; name: string } & {
  [Kind in SourceKind]: { kind: Kind; settings: SourceSettings[Kind] };
}[SourceKind];

/** A file has been read already: its passages follow in the same transaction. Others wait for a reader. */
export async function insertSource(db: Db, pageId: string, { id, kind, name, settings }: NewSource): Promise<void> {
  await db.count(sql`
    insert into knowledge_sources (page_id, id, kind, name, settings, state, next_read_at)
    values (${pageId}, ${id}, ${kind}, ${name}, ${json(settings)}, 'waiting',
            case when ${kind}::text <> 'file' then now() end)`);
}

/** Another kind, text or address is read soon; the passages from before serve until then. */
export async function updateSource(db: Db, pageId: string, { id, kind, name, settings }: NewSource): Promise<void> {
  await db.count(sql`
    update knowledge_sources
       set kind = ${kind}, name = ${name}, settings = ${json(settings)}, state = 'waiting', error = null,
           next_read_at = now()
     where page_id = ${pageId} and id = ${id}`);
}

/** Returns false if there is none, or it is a file. */
export async function readSoon(db: Db, pageId: string, id: number): Promise<boolean> {
  const changed = await db.count(sql`
    update knowledge_sources set state = 'waiting', next_read_at = now()
     where page_id = ${pageId} and id = ${id} and kind <> 'file' and state <> 'reading'`);
  return changed > 0;
}

export async function deleteSources(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from knowledge_sources where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

export type DueSource = { pageId: string; id: number };

/** Sources whose time has come, and those whose reader died. */
export function listDueSources(db: Db, limit: number): Promise<DueSource[]> {
  return db.many(sql`
    select page_id, id from knowledge_sources where next_read_at <= now() order by next_read_at limit ${limit}`);
}

/** A reader that reports nothing for so long is taken for dead. */
const readerMinutes = 5;

/** Undefined if another node has claimed it meanwhile. */
export function claimSource(db: Db, { pageId, id }: DueSource): Promise<KnowledgeSource | undefined> {
  return db.find(sql`
    update knowledge_sources set state = 'reading', next_read_at = now() + make_interval(mins => ${readerMinutes})
     where page_id = ${pageId} and id = ${id} and next_read_at <= now()
    returning ${columns}`);
}

/** Reports that the reader is alive. False if the source was deleted or changed: then the reading is void. */
export async function keepReading(db: Db, { pageId, id }: DueSource, documents: number): Promise<boolean> {
  const kept = await db.count(sql`
    update knowledge_sources
       set next_read_at = now() + make_interval(mins => ${readerMinutes}), documents = ${documents}
     where page_id = ${pageId} and id = ${id} and state = 'reading'`);
  return kept > 0;
}

/** Gives a claimed source back, for the node that looks next. */
export async function releaseSource(db: Db, { pageId, id }: DueSource): Promise<void> {
  await db.count(sql`
    update knowledge_sources set state = 'waiting', next_read_at = now()
     where page_id = ${pageId} and id = ${id} and state = 'reading'`);
}

/** Locks the source until the transaction ends. `hash` is that of its content when it was read last. */
export function lockSource(
  db: Db,
  pageId: string,
  id: number,
): Promise<{ state: SourceState; hash: Buffer | null } | undefined> {
  return db.find(sql`
    select state, content_hash as hash from knowledge_sources where page_id = ${pageId} and id = ${id} for update`);
}

export type ReadResult = { hash: Buffer; documents: number; passages: number; nextHours: number | null };

export async function completeSource(db: Db, pageId: string, id: number, result: ReadResult): Promise<void> {
  await db.count(sql`
    update knowledge_sources
       set state = 'ready', error = null, read_at = now(), next_read_at = now() + make_interval(hours => ${result.nextHours}),
           content_hash = ${result.hash}, documents = ${result.documents}, passages = ${result.passages}
     where page_id = ${pageId} and id = ${id}`);
}

/** Its passages stay: an answer from last week is better than none. */
export async function failSource(
  db: Db,
  { pageId, id }: DueSource,
  { error, nextHours }: { error: SourceError; nextHours: number | null },
): Promise<void> {
  await db.count(sql`
    update knowledge_sources
       set state = 'failed', error = ${error}, next_read_at = now() + make_interval(hours => ${nextHours})
     where page_id = ${pageId} and id = ${id} and state = 'reading'`);
}

/** Its passages are new: their vectors are made soon, by any node. */
export async function embedAnew(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`
    update knowledge_sources set embedded_with = null, embed_at = now() where page_id = ${pageId} and id = ${id}`);
}

/** The page's models have changed. A source that was not read yet gets its vectors once it is. */
export async function embedAllSoon(db: Db, pageId: string): Promise<void> {
  await db.count(sql`update knowledge_sources set embed_at = now() where page_id = ${pageId} and read_at is not null`);
}

export function listSourcesToEmbed(db: Db, limit: number): Promise<DueSource[]> {
  return db.many(sql`
    select page_id, id from knowledge_sources where embed_at <= now() order by embed_at limit ${limit}`);
}

/** Undefined if another node has claimed it meanwhile. */
export function claimEmbedding(db: Db, { pageId, id }: DueSource): Promise<KnowledgeSource | undefined> {
  return db.find(sql`
    update knowledge_sources set embed_at = now() + make_interval(mins => ${readerMinutes})
     where page_id = ${pageId} and id = ${id} and embed_at <= now()
    returning ${columns}`);
}

/**
 * Reports that the maker is alive, and which model's vectors it makes. False if the passages or the models have changed,
 * or another node has taken over. Locks the source until the transaction ends.
 */
export async function keepEmbedding(
  db: Db,
  { pageId, id }: DueSource,
  embeddedWith: { from: string | null; to: string },
): Promise<boolean> {
  const kept = await db.count(sql`
    update knowledge_sources
       set embed_at = now() + make_interval(mins => ${readerMinutes}), embedded_with = ${embeddedWith.to}
     where page_id = ${pageId} and id = ${id} and embed_at > now()
       and embedded_with is not distinct from ${embeddedWith.from}`);
  return kept > 0;
}

export async function completeEmbedding(db: Db, { pageId, id }: DueSource, embeddedWith: string | null): Promise<void> {
  await db.count(sql`
    update knowledge_sources set embedded_with = ${embeddedWith}, embed_at = null, embed_error = null
     where page_id = ${pageId} and id = ${id} and embed_at > now()`);
}

/** Then a model that has made no vectors is asked again. */
const againMinutes = 15;

/** The page's model fails for all of its sources: it is not asked once for each. */
export async function failEmbedding(db: Db, pageId: string, error: ModelFailure): Promise<void> {
  await db.count(sql`
    update knowledge_sources set embed_error = ${error}, embed_at = now() + make_interval(mins => ${againMinutes})
     where page_id = ${pageId} and embed_at is not null`);
}

/** Gives a claimed source back, for the node that looks next. */
export async function releaseEmbedding(db: Db, { pageId, id }: DueSource): Promise<void> {
  await db.count(sql`
    update knowledge_sources set embed_at = now() where page_id = ${pageId} and id = ${id} and embed_at > now()`);
}
