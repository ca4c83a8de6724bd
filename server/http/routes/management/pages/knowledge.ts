import type { knowledge, SourceInfo } from "@banter/core/api/management/page/knowledge.ts";
import { usualThreshold } from "@banter/core/knowledge/threshold.ts";
import { embeddingsOf } from "../../../../domain/ai/embeddings.ts";
import { hasVectors } from "../../../../domain/knowledge/embeddings.ts";
import { searchKnowledge } from "../../../../domain/knowledge/search.ts";
import {
  changeSource,
  createSource,
  formOf,
  getSource,
  readAgain,
  removeSource,
} from "../../../../domain/knowledge/sources.ts";
import { uploadSource } from "../../../../domain/knowledge/upload.ts";
import { deleteMisses, listMisses } from "../../../../store/knowledge/knowledge-misses.ts";
import { listPassages } from "../../../../store/knowledge/knowledge-passages.ts";
import { type KnowledgeSource, listSources } from "../../../../store/knowledge/knowledge-sources.ts";
import type { ManagementHandlers } from "../handlers.ts";

const maxMisses = 200;

export const knowledgeHandlers: ManagementHandlers<typeof knowledge> = {
  "GET /pages/:page_id/knowledge": async ({ db }, { pageId }) => ({
    sources: (await listSources(db, pageId)).map(sourceInfo),
    threshold: usualThreshold,
  }),

  "POST /pages/:page_id/knowledge": async (deps, { pageId, body, note }) => {
    const source = await createSource(deps, pageId, body);
    note({ subject: source.name, subjectId: source.id });
    return sourceInfo(source);
  },

  "POST /pages/:page_id/knowledge/files": async (deps, { pageId, file, note }) => {
    const source = await uploadSource(deps, pageId, file);
    note({ subject: source.name, subjectId: source.id });
    return sourceInfo(source);
  },

  "PUT /pages/:page_id/knowledge/:source_id": async (deps, { pageId, params, body, note }) => {
    const source = await changeSource(deps, pageId, params.source_id, body);
    note({ subject: source.name, subjectId: source.id });
    return sourceInfo(source);
  },

  "DELETE /pages/:page_id/knowledge/:source_id": async (deps, { pageId, params, note }) => {
    const source = await removeSource(deps, pageId, params.source_id);
    note({ subject: source.name, subjectId: source.id });
    return {};
  },

  "POST /pages/:page_id/knowledge/:source_id/read": async (deps, { pageId, params, note }) => {
    const source = await readAgain(deps, pageId, params.source_id);
    note({ subject: source.name, subjectId: source.id });
    return sourceInfo(source);
  },

  "GET /pages/:page_id/knowledge/:source_id/passages": async ({ db }, { pageId, params, query }) => {
    await getSource(db, pageId, params.source_id);
    const { cursor: after, limit } = query;
    const found = await listPassages(db, pageId, params.source_id, { after, limit: limit + 1 });
    const shown = found.slice(0, limit);
    return {
      passages: shown.map(({ id, heading, text, url }) => ({ id, heading, text, url })),
      next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  },

  "POST /pages/:page_id/knowledge/search": async (deps, { pageId, body }) => {
    const embeddings = await embeddingsOf(deps, pageId);
    const found = await searchKnowledge(deps.db, pageId, body.question, {
      sources: "all",
      limit: body.limit,
      embeddings,
    });
    return {
      passages: found.map(({ sourceId, sourceName, ...passage }) => ({
        ...passage,
        source_id: sourceId,
        source_name: sourceName,
      })),
    };
  },

  "GET /pages/:page_id/knowledge/misses": async ({ db }, { pageId }) => ({
    misses: (await listMisses(db, pageId, maxMisses)).map(({ folded, askedAt, ...miss }) => ({
      ...miss,
      key: folded,
      asked_at: askedAt,
    })),
  }),

  "POST /pages/:page_id/knowledge/misses/clear": async ({ db }, { pageId, body }) => {
    await deleteMisses(db, pageId, body.key);
    return {};
  },
};

function sourceInfo(source: KnowledgeSource): SourceInfo {
  return {
    id: source.id,
    kind: source.kind,
    name: source.name,
    form: formOf(source) ?? null,
    state: source.state,
    error: source.error,
    documents: source.documents,
    passages: source.passages,
    has_vectors: hasVectors(source),
    vector_error: source.embedError,
    read_at: source.readAt,
    next_read_at: source.nextReadAt,
  };
}
