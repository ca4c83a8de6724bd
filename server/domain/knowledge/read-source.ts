import type { ReadInterval, SourceError } from "@banter/core/knowledge/source.ts";
import type { Deps } from "../../deps.ts";
import {
  claimSource,
  type DueSource,
  failSource,
  type KnowledgeSource,
  keepReading,
  listDueSources,
  releaseSource,
} from "../../store/knowledge/knowledge-sources.ts";
import { crawlSite, Unreached } from "./crawl.ts";
import { listFlowTexts } from "./flow-texts.ts";
import { type SourceDocument, storeDocuments, TooMuch } from "./passages.ts";
import { Unreadable } from "./read/document.ts";
import { openReader } from "./read/reader.ts";

export type ReadingDeps = Pick<Deps, "db" | "log" | "live"> & {
  config: Pick<Deps["config"], "allowPrivateHosts">;
};

/** `pauseMs`: the time between two pages of a site, unless it asks for more. */
export type ReadingOptions = { signal: AbortSignal; pauseMs?: number };

const lookedAt = 10;

export type ClaimedSource = { due: DueSource; source: KnowledgeSource };

/** Takes a source whose time has come and that no other node reads. */
export async function claimNextSource({ db }: Pick<Deps, "db">): Promise<ClaimedSource | undefined> {
  for (const due of await listDueSources(db, lookedAt)) {
    const source = await claimSource(db, due);
    if (source) return { due, source };
  }
  return undefined;
}

/** Reads a claimed source. If it cannot be read, the owner sees why, and its passages stay. */
export async function readSource(
  deps: ReadingDeps,
  { due, source }: ClaimedSource,
  options: ReadingOptions,
): Promise<void> {
  const { db, log, live } = deps;
  const nextHours = hoursOf(source);
  try {
    const documents = await documentsOf(deps, due, source, options);
    if (documents) await storeDocuments(db, { ...due, state: "reading" }, { documents, nextHours });
    else await releaseSource(db, due);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === "failed") log.warn({ err: error, ...due }, "knowledge not read");
    await failSource(db, due, { error: reason, nextHours });
  }
  live.publish(due.pageId, { type: "knowledge_changed", id: due.id });
}

/** Undefined if this node stops. */
async function documentsOf(
  { db, config, live }: ReadingDeps,
  due: DueSource,
  source: KnowledgeSource,
  { signal, pauseMs }: ReadingOptions,
): Promise<SourceDocument[] | undefined> {
  if (source.kind === "flows") return listFlowTexts(db, due.pageId);
  if (source.kind === "file") throw new Unreached("failed");
  const reader = openReader();
  try {
    if (source.kind === "text") {
      const bytes = Buffer.from(source.settings.text);
      return [{ url: null, passages: (await reader.read({ type: "markdown", bytes })).passages }];
    }
    return await crawlSite(source.settings.url, {
      ...{ reader, signal, ...(pauseMs !== undefined && { pauseMs }) },
      allow: config.allowPrivateHosts,
      goesOn: (pages) => {
        live.publish(due.pageId, { type: "knowledge_changed", id: due.id });
        return keepReading(db, due, pages);
      },
    });
  } finally {
    await reader.close();
  }
}

const intervals: Record<ReadInterval, number | null> = { never: null, day: 24, week: 7 * 24 };

/** Flows cost nothing to read, and mostly have not changed. */
function hoursOf(source: KnowledgeSource): number | null {
  if (source.kind === "site") return intervals[source.settings.every];
  return source.kind === "flows" ? 1 : null;
}

function reasonOf(error: unknown): SourceError {
  if (error instanceof Unreached) return error.reason;
  if (error instanceof Unreadable && error.reason === "no_text") return "no_text";
  return error instanceof TooMuch ? "too_much" : "failed";
}
