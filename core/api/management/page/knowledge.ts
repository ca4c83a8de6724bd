import { z } from "zod";
import { ModelFailure } from "../../../flow/ai/model-reply.ts";
import { SourceForm, sourceErrors, sourceKinds, sourceStates } from "../../../knowledge/source.ts";
import { Id, WireId } from "../../../model/id.ts";
import { text } from "../../../model/text.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inSource = inPage.extend({ source_id: WireId });

const SourceInfo = z.strictObject({
  id: Id,
  kind: z.enum(sourceKinds),
  name: z.string(),
  /** As it was described; null for a file. */
  form: SourceForm.nullable(),
  state: z.enum(sourceStates),
  /** Why it could not be read last. What was read before still answers. */
  error: z.enum(sourceErrors).nullable(),
  /** Pages of a site, or flows. */
  documents: z.int(),
  passages: z.int(),
  /** Passages are also found by their meaning, with a model's vectors. */
  has_vectors: z.boolean(),
  /** Why a model has made no vectors of them. It is asked again within a quarter of an hour. */
  vector_error: ModelFailure.nullable(),
  read_at: Time.nullable(),
  next_read_at: Time.nullable(),
});
export type SourceInfo = z.output<typeof SourceInfo>;

const PassageInfo = z.strictObject({
  id: Id,
  heading: z.string(),
  text: z.string(),
  /** The web page it is on, or `#page=3` of a file. */
  url: z.string().nullable(),
});

const FoundPassage = PassageInfo.extend({
  source_id: Id,
  source_name: z.string(),
  /** From 0 to 1. */
  score: z.number(),
});

const MissInfo = z.strictObject({
  /** Names the group of equal questions. */
  key: z.string(),
  question: z.string(),
  count: z.int(),
  asked_at: Time,
  /** The best passage's score. */
  score: z.number(),
});

/** The sources that a page's bot may answer from. */
export const knowledge = {
  "GET /pages/:page_id/knowledge": {
    scope: "page",
    permission: "look",
    summary: "List sources of knowledge",
    description: "Files, texts, web sites and the page's own flows that answers may come from, by name.",
    params: inPage,
    reply: z.strictObject({
      sources: z.array(SourceInfo),
      /** The score below which a passage most likely has no answer. */
      threshold: z.number(),
    }),
  },
  "POST /pages/:page_id/knowledge": {
    scope: "page",
    permission: "build",
    audit: "knowledge_added",
    summary: "Add a source",
    description:
      "A `text` in Markdown, a `site` whose pages are read along its links, at most 200 of them, as far as its robots.txt allows, or the `flows` of this page. It is read within a minute: `state` tells.",
    params: inPage,
    body: SourceForm,
    reply: SourceInfo,
    errors: ["conflict"],
  },
  "POST /pages/:page_id/knowledge/files": {
    scope: "page",
    permission: "build",
    audit: "knowledge_added",
    takesFile: true,
    summary: "Add a file",
    description:
      "The body is the file itself, up to 10 MB; `x-file-name` is its name, percent-encoded. PDF, DOCX, Markdown, text, HTML, and CSV of questions and answers can be read. Its passages are kept, the file is not.",
    params: inPage,
    reply: SourceInfo,
    errors: ["conflict", "file_too_large", "file_type_not_allowed", "file_type_mismatch", "storage_full"],
  },
  "PUT /pages/:page_id/knowledge/:source_id": {
    scope: "page",
    permission: "build",
    audit: "knowledge_changed",
    summary: "Change a source",
    description: "It keeps its kind, and is read again. A file cannot be changed.",
    params: inSource,
    body: SourceForm,
    reply: SourceInfo,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/knowledge/:source_id": {
    scope: "page",
    permission: "build",
    audit: "knowledge_removed",
    summary: "Delete a source",
    description: "With its passages: the bot no longer answers from them.",
    params: inSource,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/knowledge/:source_id/read": {
    scope: "page",
    permission: "build",
    audit: "knowledge_read",
    summary: "Read a source again",
    description: "Within a minute. Its passages stay until then.",
    params: inSource,
    reply: SourceInfo,
    errors: ["not_found", "conflict"],
  },
  "GET /pages/:page_id/knowledge/:source_id/passages": {
    scope: "page",
    permission: "look",
    summary: "List the passages of a source",
    description: "In its order. `next` is the cursor of the next page.",
    params: inSource,
    query: z.strictObject({
      cursor: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.strictObject({ passages: z.array(PassageInfo), next: Id.nullable() }),
    errors: ["not_found"],
  },
  "POST /pages/:page_id/knowledge/search": {
    scope: "page",
    permission: "look",
    isQuiet: true,
    commitsAlone: true,
    summary: "Try a question",
    description: "The passages that answer it best, with their scores. Nothing is stored.",
    params: inPage,
    body: z.strictObject({ question: text(1000), limit: z.int().min(1).max(20).default(5) }),
    reply: z.strictObject({ passages: z.array(FoundPassage) }),
  },
  "GET /pages/:page_id/knowledge/misses": {
    scope: "page",
    permission: "look",
    summary: "List questions without an answer",
    description:
      "Questions of customers for which no passage was good enough, the most frequent 200 first. Equal ones are one.",
    params: inPage,
    reply: z.strictObject({ misses: z.array(MissInfo) }),
  },
  "POST /pages/:page_id/knowledge/misses/clear": {
    scope: "page",
    permission: "build",
    audit: "knowledge_misses_cleared",
    summary: "Clear questions without an answer",
    description: "Those of one `key`, or all with null.",
    params: inPage,
    body: z.strictObject({ key: z.string().max(200).nullable() }),
    reply: Done,
  },
} satisfies ManagementContract;
