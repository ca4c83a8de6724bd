import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Telegram } from "../../server/test/platforms/telegram/stand-in.ts";
import type { Checkout } from "./checkout.ts";
import { secondOrder, shop } from "./shop.ts";

/** The pages and the member of an installation, made by the release's own command line. */
export type Installation = {
  pageId: string;
  token: string;
  webPageId: string;
  webToken: string;
  member: { email: string; password: string };
  apply(pageId: string, file: PageFile): Promise<void>;
  lookupOrigin: string;
};

export async function setUp(
  checkout: Checkout,
  settings: NodeJS.ProcessEnv,
  { bot, origin }: Telegram,
  lookupOrigin: string,
): Promise<Installation> {
  const banter = async (...args: string[]) => JSON.parse(await checkout.banter(settings, ...args, "--json"));
  const write = (name: string, content: object) => {
    const path = join(checkout.root, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const apply = async (pageId: string, file: PageFile) => {
    await banter("apply", write("page.json", file), "--page", pageId, "--prune");
  };
  const keys = write("settings.json", { botToken: bot.token, botName: bot.username, apiUrl: origin });
  const named = ["--name", "Corner shop"];
  const create = ["page", "create", ...named];
  const { page_id: pageId } = await banter(...create, "--channel", "telegram", "--id", `${bot.id}`, "--settings", keys);
  const { page_id: webPageId } = await banter(...create, "--channel", "webchat");
  for (const id of [pageId, webPageId]) await apply(id, shop(lookupOrigin));
  const { token } = await banter("token", "create", pageId);
  const { token: webToken } = await banter("token", "create", webPageId);
  const member = { email: "owner@example.com", password: "correct horse battery" };
  await banter("user", "create", "--email", member.email, "--password", member.password);
  return { pageId, token, webPageId, webToken, member, apply, lookupOrigin };
}

export function publishSecondOrder({ apply, pageId, lookupOrigin }: Installation): Promise<void> {
  return apply(pageId, shop(lookupOrigin, secondOrder));
}
