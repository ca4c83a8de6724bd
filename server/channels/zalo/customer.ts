import { z } from "zod";
import { SendError, sendFailures } from "../../outbound/send-error.ts";
import type { CustomerProfile } from "../inbound.ts";
import { callApi } from "./call-api.ts";
import type { Settings } from "./settings.ts";

/**
 * Zalo gives one name. Where a person's own name stands in it depends on the language, so all of it is the first name.
 * https://developers.zalo.me/docs/official-account/quan-ly/quan-ly-thong-tin-nguoi-dung/lay-thong-tin-nguoi-dung
 */
export async function fetchCustomer(psid: string, settings: Settings): Promise<CustomerProfile> {
  const query = { user_id: userOf(psid) };
  try {
    const { data: person } = Person.safeParse(
      await callApi(settings, { method: "GET", path: "v3.0/oa/user/detail", query }),
    );
    const { display_name, avatar, shared_info } = person ?? {};
    const phone = phoneOf(shared_info?.phone);
    return {
      ...(display_name && { firstName: display_name }),
      ...(avatar && { pictureUrl: avatar }),
      ...(phone && { phone }),
    };
  } catch (error) {
    // A person may hide these facts, and the app may lack the permission: the page works without them.
    if (error instanceof SendError && !sendFailures[error.failure].retry) return {};
    throw error;
  }
}

export const userOf = (psid: string) => psid.replace(/^zl_/, "");

/** A number as others dial it. Zalo gives it with or without Vietnam's country code. */
export function phoneOf(given: string | number | undefined): string | undefined {
  const digits = String(given ?? "").replaceAll(/\D/g, "");
  if (digits.length < 8 || digits.length > 15) return undefined;
  return `+${digits.replace(/^0/, "84")}`;
}

const Text = z.string().optional().catch(undefined);

const Person = z.object({
  display_name: Text,
  avatar: Text,
  shared_info: z
    .object({ phone: z.union([z.string(), z.number()]).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
