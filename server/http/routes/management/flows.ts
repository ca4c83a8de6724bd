import type { flows } from "@banter/core/api/management/flows.ts";
import { maskSecrets } from "@banter/core/flow/document/secret-values.ts";
import { flowNotFound } from "@banter/core/model/error.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { isAllowed, type Role } from "@banter/core/model/role.ts";
import type { Deps } from "../../../deps.ts";
import { duplicateFlow, duplicateFolder } from "../../../domain/catalog/duplicate.ts";
import {
  changeFlow,
  createFlow,
  deleteFlow,
  getFlow,
  publishFlow,
  restoreFlow,
  saveDraft,
  trashFlow,
} from "../../../domain/catalog/flows.ts";
import { changeFolder, createFolder, removeFolder } from "../../../domain/catalog/folders.ts";
import { getVersion, restoreVersion } from "../../../domain/catalog/versions.ts";
import type { User } from "../../../domain/people/logins.ts";
import { findListedFlow, type ListedFlow, listListedFlows, listTrash } from "../../../store/catalog/flow-listing.ts";
import { listVersionEntries, type VersionEntry } from "../../../store/catalog/flow-versions.ts";
import { type Folder, listFolders } from "../../../store/catalog/folders.ts";
import { readStepCounters } from "../../../store/runtime/step-statistics.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const flowHandlers: ManagementHandlers<typeof flows> = {
  "GET /pages/:page_id/tree": ({ db }, { pageId }) =>
    db.snapshot(async (db) => ({
      folders: (await listFolders(db, pageId)).map(folder),
      flows: (await listListedFlows(db, pageId)).map(entry),
    })),

  "POST /pages/:page_id/folders": async (deps, { pageId, body, note }) => {
    const made = await createFolder(deps, pageId, { name: body.name, parentId: body.parent_id });
    note({ subject: made.name, subjectId: made.id });
    return folder(made);
  },

  "PATCH /pages/:page_id/folders/:folder_id": async (deps, { pageId, params, body, note }) => {
    const { parent_id: parentId, ...change } = body;
    const moved = parentId === undefined ? change : { ...change, parentId };
    const changed = await changeFolder(deps, pageId, params.folder_id, moved);
    note({ subject: changed.name, subjectId: changed.id });
    return folder(changed);
  },

  "DELETE /pages/:page_id/folders/:folder_id": async (deps, { pageId, params, note }) => {
    const { folder, trashed } = await removeFolder(deps, pageId, params.folder_id);
    note({ subject: folder.name, subjectId: folder.id });
    return { trashed_flow_ids: trashed };
  },

  "POST /pages/:page_id/folders/:folder_id/duplicate": async (deps, { pageId, params, note }) => {
    const copy = await duplicateFolder(deps, pageId, params.folder_id);
    note({ subject: copy.name, subjectId: copy.id });
    return folder(copy);
  },

  "POST /pages/:page_id/flows": async (deps, { pageId, body, note }) => {
    const { id, name } = await createFlow(deps, pageId, {
      name: body.name,
      folderId: body.folder_id,
      draft: body.draft ?? emptyDraft,
    });
    note({ subject: name, subjectId: id });
    return listed(deps, pageId, id);
  },

  "GET /pages/:page_id/flows/:flow_id": ({ db }, { pageId, role, params }) =>
    db.snapshot(async (db) => {
      const { draft, draftRevision, published } = await getFlow(db, pageId, params.flow_id);
      return {
        ...(await listed({ db }, pageId, params.flow_id)),
        draft: shownTo(role, draft as JsonObject),
        revision: draftRevision,
        published: shownTo(role, published as JsonObject | null),
      };
    }),

  "PATCH /pages/:page_id/flows/:flow_id": async (deps, { pageId, params, body, note }) => {
    const { folder_id: folderId, ...change } = body;
    await changeFlow(deps, pageId, params.flow_id, folderId === undefined ? change : { ...change, folderId });
    const changed = await listed(deps, pageId, params.flow_id);
    note({ subject: changed.name, subjectId: changed.id });
    return changed;
  },

  "PUT /pages/:page_id/flows/:flow_id/draft": async (deps, { pageId, user, params, body, note }) => {
    const revision = await saveDraft(deps, pageId, params.flow_id, body);
    deps.live.publish(pageId, draftSaved(params.flow_id, revision, user));
    note(await subjectOf(deps, pageId, params.flow_id));
    return { revision };
  },

  "POST /pages/:page_id/flows/:flow_id/publish": async (deps, { pageId, user, params, body, note }) => {
    const given = { revision: body.revision, userId: user.id };
    const version = await publishFlow(deps, pageId, params.flow_id, given);
    note(await subjectOf(deps, pageId, params.flow_id));
    return { version };
  },

  "POST /pages/:page_id/flows/:flow_id/duplicate": async (deps, { pageId, params, note }) => {
    const copy = await listed(deps, pageId, await duplicateFlow(deps, pageId, params.flow_id));
    note({ subject: copy.name, subjectId: copy.id });
    return copy;
  },

  "DELETE /pages/:page_id/flows/:flow_id": async (deps, { pageId, params, note }) => {
    note(await subjectOf(deps, pageId, params.flow_id));
    await trashFlow(deps, pageId, params.flow_id);
    return {};
  },

  "GET /pages/:page_id/trash": async ({ db }, { pageId }) => ({
    flows: (await listTrash(db, pageId)).map(({ trashedAt, ...flow }) => ({ ...flow, trashed_at: trashedAt })),
  }),

  "POST /pages/:page_id/flows/:flow_id/restore": async (deps, { pageId, params, note }) => {
    const { id, name } = await restoreFlow(deps, pageId, params.flow_id);
    note({ subject: name, subjectId: id });
    return listed(deps, pageId, id);
  },

  "DELETE /pages/:page_id/trash/:flow_id": async (deps, { pageId, params, note }) => {
    const { id, name } = await deleteFlow(deps, pageId, params.flow_id);
    note({ subject: name, subjectId: id });
    return {};
  },

  "GET /pages/:page_id/flows/:flow_id/versions": async ({ db }, { pageId, params }) => {
    await getFlow(db, pageId, params.flow_id);
    return { versions: (await listVersionEntries(db, pageId, params.flow_id)).map(version) };
  },

  "GET /pages/:page_id/flows/:flow_id/versions/:version": async (deps, { pageId, role, params }) => {
    const found = await getVersion(deps, pageId, params.flow_id, params.version);
    return { ...version(found), document: shownTo(role, found.document as JsonObject) };
  },

  "POST /pages/:page_id/flows/:flow_id/versions/:version/restore": async (deps, call) => {
    const { pageId, user, params, body, note } = call;
    const given = { version: params.version, revision: body.revision };
    const revision = await restoreVersion(deps, pageId, params.flow_id, given);
    deps.live.publish(pageId, draftSaved(params.flow_id, revision, user));
    note(await subjectOf(deps, pageId, params.flow_id));
    return { revision };
  },

  "GET /pages/:page_id/flows/:flow_id/counters": async ({ db }, { pageId, params }) => {
    await getFlow(db, pageId, params.flow_id);
    return { steps: Object.fromEntries(await readStepCounters(db, pageId, params.flow_id)) };
  },
};

/** Those who may not change a flow do not see the addresses, header values and bodies of its calls. */
const shownTo = <Document>(role: Role, document: Document): Document =>
  isAllowed(role, "build") ? document : maskSecrets(document);

const emptyDraft = { version: 1, start: null, steps: {} };

export async function listed({ db }: Pick<Deps, "db">, pageId: string, flowId: number) {
  const flow = await findListedFlow(db, pageId, flowId);
  if (!flow) throw flowNotFound();
  return entry(flow);
}

async function subjectOf({ db }: Deps, pageId: string, flowId: number) {
  const { id, name } = await getFlow(db, pageId, flowId);
  return { subject: name, subjectId: id };
}

/** Tells other editors of the flow to read its draft. */
const draftSaved = (flowId: number, revision: number, { id, name }: User) => ({
  type: "draft_saved" as const,
  flow_id: flowId,
  revision,
  user: { user_id: id, name },
});

const folder = ({ id, name, parentId }: Folder) => ({ id, name, parent_id: parentId });

const entry = ({ id, name, folderId, publishedVersion, hasChanges, isOn, publishAt, updatedAt }: ListedFlow) => ({
  id,
  name,
  folder_id: folderId,
  published_version: publishedVersion,
  has_changes: hasChanges,
  is_on: isOn,
  publish_at: publishAt,
  updated_at: updatedAt,
});

const version = ({ version, publishedAt, publishedBy }: VersionEntry) => ({
  version,
  published_at: publishedAt,
  published_by: publishedBy,
});
