import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testSecretKey } from "../../server/test/database/keys.ts";
import { onServer } from "../../server/test/database/template.ts";
import { type FaultPage, talkFile } from "../world/pages.ts";
import type { Checkout } from "./checkout.ts";

/**
 * Pages of the post channel on a release's own schema. That channel is for tests, so that no command can make such a
 * page: its row is written here, and the release's command line does the rest.
 */
export async function oldPages(
  { root, banter }: Checkout,
  { databaseUrl, origin, count }: { databaseUrl: string; origin: string; count: number },
): Promise<FaultPage[]> {
  const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: testSecretKey };
  const file = join(root, "page.json");
  writeFileSync(file, JSON.stringify(talkFile(origin)));
  // Migrates the database and makes the workspace.
  await banter(settings, "page", "create", "--channel", "webchat", "--name", "Corner shop");
  const pages: FaultPage[] = [];
  for (let number = 0; number < count; number++) {
    const pageId = `tg_${1000 + number}`;
    await insertPage(databaseUrl, pageId, { origin });
    await banter(settings, "apply", file, "--page", pageId, "--prune");
    const { token } = JSON.parse(await banter(settings, "token", "create", pageId, "--json")) as { token: string };
    pages.push({ channel: "post", number, pageId, token, flowId: await findFlow(databaseUrl, pageId) });
  }
  return pages;
}

function insertPage(databaseUrl: string, pageId: string, settings: object): Promise<unknown> {
  return onServer(databaseUrl, (client) =>
    client.query(
      `insert into pages (id, workspace_id, channel, name, channel_settings)
       select $1, workspace_id, 'telegram', 'Corner shop', $2 from pages order by id desc limit 1`,
      [pageId, JSON.stringify(settings)],
    ),
  );
}

async function findFlow(databaseUrl: string, pageId: string): Promise<number> {
  const { rows } = await onServer(databaseUrl, (client) =>
    client.query<{ id: string }>("select id from flows where page_id = $1", [pageId]),
  );
  return Number(rows[0]?.id);
}
