import type { PageFile } from "@banter/core/page-file/schema.ts";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { createPageOn } from "@banter/server/domain/pages/page-settings.ts";
import { createPageToken } from "@banter/server/domain/pages/page-tokens.ts";
import { insertWorkspace } from "@banter/server/store/people/workspaces.ts";
import { aPageFile } from "@banter/server/test/builders.ts";
import type { Console } from "./console.ts";
import { createTeam } from "./team.ts";

/** A workspace of the test's own on a server that other tests use too. */
export async function aWorkspace(it: Console) {
  const { deps } = it.node;
  const workspaceId = await insertWorkspace(deps.db, "Bakery");
  return {
    ...createTeam(it, async () => workspaceId, `workspace-${workspaceId}.example.com`),
    /** A web chat page with a token. */
    async addPage(file: Partial<PageFile> = {}): Promise<string> {
      const { id } = await createPageOn(deps, { workspaceId, channel: "webchat", name: "Corner shop" });
      await applyPageFile(deps, id, aPageFile(file), { prune: true });
      await createPageToken(deps, id);
      return id;
    },
  };
}
