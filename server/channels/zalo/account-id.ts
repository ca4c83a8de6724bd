import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import { callApi } from "./call-api.ts";
import type { Settings } from "./settings.ts";

/** The account whose token it is. */
export async function fetchAccount(
  settings: Pick<Settings, "apiUrl" | "accessToken" | "oaId">,
): Promise<{ id: string; name: string }> {
  const { data } = Account.safeParse(await callApi(settings, { method: "GET", path: "v2.0/oa/getoa" }));
  if (!data) throw new SendError("platform_error", "Zalo did not name the account of the token.");
  return { id: data.oa_id, name: data.name || data.oa_id };
}

/** A long number arrives as text already. */
const Account = z.object({ oa_id: z.union([z.string(), z.int().transform(String)]), name: z.string().default("") });
