import type { PageInfo } from "@banter/core/api/management/pages.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { Role } from "@banter/core/model/role.ts";
import type { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { chatLink, connectionOf } from "../../../../domain/connect/connection.ts";
import type { ConnectedPage } from "../../../../store/catalog/pages.ts";
import { listProfileSyncs, type ProfileSyncState } from "../../../../store/runtime/profile-syncs.ts";

/** A page as the management API shows it. */
export async function infoOf(deps: Deps, page: ConnectedPage, role: Role): Promise<z.output<typeof PageInfo>> {
  const [info] = await infosOf(deps, [page], role);
  if (!info) throw notFound("page");
  return info;
}

export async function infosOf(deps: Deps, pages: ConnectedPage[], role: Role): Promise<z.output<typeof PageInfo>[]> {
  const syncs = await listProfileSyncs(
    deps.db,
    pages.map(({ id }) => id),
  );
  return pages.map((page) => {
    const sync = syncs.get(page.id);
    // The set-up has changed since the last sync: the page's runner compares it with the platform within seconds.
    const isStale = sync?.state === "done" && sync.settledRevision < page.revision;
    return infoWith(deps, page, role, isStale ? { ...sync, state: "waiting" } : sync);
  });
}

function infoWith(
  deps: Deps,
  page: ConnectedPage,
  role: Role,
  {
    state,
    reason,
    at,
  }: Pick<ProfileSyncState, "reason"> & { state: ProfileSyncState["state"] | "none"; at: Date | null } = noSync,
): z.output<typeof PageInfo> {
  return {
    id: page.id,
    workspace_id: page.workspaceId,
    channel: page.channel,
    name: page.name,
    timezone: page.timezone,
    greeting: page.greeting,
    hours: page.hours,
    origins: page.origins,
    welcome_flow_id: page.welcomeFlowId,
    default_reply_flow_id: page.defaultReplyFlowId,
    default_reply_seconds: page.defaultReplySeconds,
    takes_files: page.takesFiles,
    welcomes_on_open: page.welcomesOnOpen,
    look: page.look,
    prechat_form: page.prechatForm,
    is_paused: page.isPaused,
    connection: connectionOf(deps, page),
    profile_sync: { state, reason, at },
    chat_url: chatLink(deps, page, null),
    role,
  };
}

const noSync = { state: "none", reason: null, at: null } as const;
