import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import { callApi } from "./call-api.ts";
import type { Settings } from "./settings.ts";

/** The id of the account whose token it is. */
export async function fetchAccountId(settings: Settings): Promise<string> {
  const { data } = Account.safeParse(await callApi(settings, { method: "GET", path: "v2.0/oa/getoa" }));
  if (!data) throw new SendError("platform_error", "Zalo did not name the account of the token.");
  return data.oa_id;
}

/** A long number arrives as text already. */
const Account = z.object({ oa_id: z.union([z.string(), z.int().transform(String)]) });
