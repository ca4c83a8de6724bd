import { z } from "zod";
import { DraftDocument } from "../../flow/document/document.ts";
import { Id, WireId } from "../../model/id.ts";
import { TreeName } from "../../model/names.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});
const inFolder = inPage.extend({ folder_id: WireId });
const inFlow = inPage.extend({ flow_id: WireId });
const Place = z.int().min(0).max(100_000);

const Folder = z.strictObject({ id: Id, name: z.string(), parent_id: Id.nullable() });

export const FlowEntry = z.strictObject({
  id: Id,
  name: z.string(),
  folder_id: Id.nullable(),
  published_version: z.int().nullable(),
  /** True if the draft differs from what is published. */
  has_changes: z.boolean(),
  /** False: nothing starts it. */
  is_on: z.boolean(),
  /** When the draft will be published. */
  publish_at: Time.nullable(),
  updated_at: Time,
});

const Version = z.strictObject({ version: z.int(), published_at: Time, published_by: z.string().nullable() });
const Revision = z.strictObject({ revision: z.int() });

export const flows = {
  "GET /pages/:page_id/tree": {
    scope: "page",
    permission: "look",
    summary: "List folders and flows",
    description: "Every folder and flow at every depth, in the owner's order, without the trash.",
    params: inPage,
    reply: z.strictObject({ folders: z.array(Folder), flows: z.array(FlowEntry) }),
  },
  "POST /pages/:page_id/folders": {
    scope: "page",
    permission: "build",
    audit: "folder_created",
    summary: "Create a folder",
    description: "Makes a folder.",
    params: inPage,
    body: z.strictObject({ name: TreeName, parent_id: WireId.nullable() }),
    reply: Folder,
    errors: ["not_found", "conflict"],
  },
  "PATCH /pages/:page_id/folders/:folder_id": {
    scope: "page",
    permission: "build",
    audit: "folder_changed",
    summary: "Rename or move a folder",
    description: "`place` counts among the folders of its parent.",
    params: inFolder,
    body: z.strictObject({
      name: TreeName.optional(),
      parent_id: WireId.nullable().optional(),
      place: Place.optional(),
    }),
    reply: Folder,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/folders/:folder_id": {
    scope: "page",
    permission: "build",
    audit: "folder_deleted",
    summary: "Delete a folder",
    description: "The folder and those in it go; the flows in them go to the trash, whence they can be restored.",
    params: inFolder,
    reply: z.strictObject({ trashed_flow_ids: z.array(Id) }),
    errors: ["not_found"],
  },
  "POST /pages/:page_id/folders/:folder_id/duplicate": {
    scope: "page",
    permission: "build",
    audit: "folder_duplicated",
    summary: "Duplicate a folder",
    description: "With everything in it. Flows that lead to each other inside it do so in the copy. Copies are drafts.",
    params: inFolder,
    reply: Folder,
    errors: ["not_found", "conflict"],
  },
  "POST /pages/:page_id/flows": {
    scope: "page",
    permission: "build",
    audit: "flow_created",
    summary: "Create a flow",
    description: "Makes a draft; without one given, an empty one.",
    params: inPage,
    bodyBytes: 2 * 1024 * 1024,
    body: z.strictObject({ name: TreeName, folder_id: WireId.nullable(), draft: DraftDocument.optional() }),
    reply: FlowEntry,
    errors: ["not_found", "conflict"],
  },
  "GET /pages/:page_id/flows/:flow_id": {
    scope: "page",
    permission: "look",
    summary: "Get a flow",
    description: "The flow with its draft and what is published.",
    params: inFlow,
    reply: FlowEntry.extend({
      draft: z.record(z.string(), z.unknown()),
      revision: z.int(),
      published: z.record(z.string(), z.unknown()).nullable(),
    }),
    errors: ["flow_not_found"],
  },
  "PATCH /pages/:page_id/flows/:flow_id": {
    scope: "page",
    permission: "build",
    audit: "flow_changed",
    summary: "Rename or move a flow",
    description: "`place` counts among the flows of its folder.",
    params: inFlow,
    body: z.strictObject({
      name: TreeName.optional(),
      folder_id: WireId.nullable().optional(),
      place: Place.optional(),
    }),
    reply: FlowEntry,
    errors: ["flow_not_found", "not_found", "conflict"],
  },
  "PUT /pages/:page_id/flows/:flow_id/draft": {
    scope: "page",
    permission: "build",
    audit: "draft_saved",
    summary: "Save a draft",
    description:
      "Saves what an editor has, unless somebody else has saved since: then 409, and nothing of either is lost. `revision` is the one last read or saved.",
    params: inFlow,
    bodyBytes: 2 * 1024 * 1024,
    body: z.strictObject({ draft: DraftDocument, revision: z.int() }),
    reply: Revision,
    errors: ["flow_not_found", "conflict"],
  },
  "POST /pages/:page_id/flows/:flow_id/publish": {
    scope: "page",
    permission: "build",
    audit: "flow_published",
    summary: "Publish a flow",
    description:
      "Makes the draft at `revision` a version that new runs start on; running conversations finish on theirs.",
    params: inFlow,
    body: z.strictObject({ revision: z.int() }),
    reply: z.strictObject({ version: z.int() }),
    errors: ["flow_not_found", "conflict"],
  },
  "POST /pages/:page_id/flows/:flow_id/duplicate": {
    scope: "page",
    permission: "build",
    audit: "flow_duplicated",
    summary: "Duplicate a flow",
    description: "Copies the draft under a free name in the same folder.",
    params: inFlow,
    reply: FlowEntry,
    errors: ["flow_not_found"],
  },
  "DELETE /pages/:page_id/flows/:flow_id": {
    scope: "page",
    permission: "build",
    audit: "flow_trashed",
    summary: "Move a flow to the trash",
    description: "It does nothing there and is listed nowhere else; it can be restored.",
    params: inFlow,
    reply: Done,
    errors: ["flow_not_found"],
  },
  "GET /pages/:page_id/trash": {
    scope: "page",
    permission: "look",
    summary: "List the trash",
    description: "Flows in the trash, the last one first.",
    params: inPage,
    reply: z.strictObject({
      flows: z.array(z.strictObject({ id: Id, name: z.string(), trashed_at: Time })),
    }),
  },
  "POST /pages/:page_id/flows/:flow_id/restore": {
    scope: "page",
    permission: "build",
    audit: "flow_restored",
    summary: "Restore a flow",
    description: "To its folder if that still is, under its name or, where that is taken, one beside it.",
    params: inFlow,
    reply: FlowEntry,
    errors: ["flow_not_found"],
  },
  "DELETE /pages/:page_id/trash/:flow_id": {
    scope: "page",
    permission: "build",
    audit: "flow_deleted",
    summary: "Delete a flow for good",
    description: "Only from the trash. Its versions go with it.",
    params: inFlow,
    reply: Done,
    errors: ["flow_not_found"],
  },
  "GET /pages/:page_id/flows/:flow_id/versions": {
    scope: "page",
    permission: "look",
    summary: "List versions",
    description: "Everything that was ever published, the newest first.",
    params: inFlow,
    reply: z.strictObject({ versions: z.array(Version) }),
    errors: ["flow_not_found"],
  },
  "GET /pages/:page_id/flows/:flow_id/versions/:version": {
    scope: "page",
    permission: "look",
    summary: "Get a version",
    description: "The document as it was published.",
    params: inFlow.extend({ version: WireId }),
    reply: Version.extend({ document: z.record(z.string(), z.unknown()) }),
    errors: ["flow_not_found", "not_found"],
  },
  "POST /pages/:page_id/flows/:flow_id/versions/:version/restore": {
    scope: "page",
    permission: "build",
    audit: "version_restored",
    summary: "Restore a version",
    description: "Makes it the draft, in place of the one at `revision`. Publishing is a step of its own.",
    params: inFlow.extend({ version: WireId }),
    body: z.strictObject({ revision: z.int() }),
    reply: Revision,
    errors: ["flow_not_found", "not_found", "conflict"],
  },
  "GET /pages/:page_id/flows/:flow_id/counters": {
    scope: "page",
    permission: "look",
    summary: "Count what passed through a flow",
    description:
      "For each step: how often it was entered, how its messages fared, and how often each exit was taken, over all versions. Entries and exits follow within seconds.",
    params: inFlow,
    reply: z.strictObject({
      steps: z.record(
        z.string(),
        z.strictObject({
          entered: z.int(),
          sent: z.int(),
          delivered: z.int(),
          seen: z.int(),
          clicked: z.int(),
          exits: z.record(z.string(), z.int()),
        }),
      ),
    }),
    errors: ["flow_not_found"],
  },
} satisfies ManagementContract;
