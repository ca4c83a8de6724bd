import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { insertNotices } from "../../store/notifications/notices.ts";
import { listEndpoints } from "../../store/notifications/push-subscriptions.ts";
import { countCall } from "../call-limit.ts";

/** Sends a test to a user's browsers or e-mail address. Returns to how many. */
export async function sendUserTest(
  { db, config }: Pick<Deps, "db" | "config">,
  userId: string,
  way: "browser" | "email",
): Promise<number> {
  if (way === "email" && !config.mail) throw new AppError("conflict", "The server sends no e-mail.");
  const endpoints = way === "browser" ? await listEndpoints(db, userId) : [null];
  if (endpoints.length === 0) throw new AppError("conflict", "No browser of yours shows notifications yet.");
  await countTest({ db }, userId);
  // A test belongs to no page.
  const notice = { page_id: "", notification_id: null, way, user_id: userId };
  await insertNotices(
    db,
    endpoints.map((endpoint) => ({ ...notice, endpoint })),
  );
  return endpoints.length;
}

/** Throws if the user or the page has asked for more than five tests within a minute. */
export const countTest = (deps: Pick<Deps, "db">, id: string): Promise<void> =>
  countCall(deps, { key: `test notice ${id}`, max: 5, windowSeconds: 60 });
