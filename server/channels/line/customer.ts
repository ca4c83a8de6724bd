import { z } from "zod";
import type { CustomerProfile } from "../inbound.ts";
import { callApi } from "./call-api.ts";
import { userOf } from "./render.ts";
import type { Settings } from "./settings.ts";

/** People have one name at LINE. https://developers.line.biz/en/reference/messaging-api/#get-profile */
export async function fetchCustomer(psid: string, settings: Settings): Promise<CustomerProfile> {
  const answer = await callApi(settings, { method: "GET", path: `/v2/bot/profile/${userOf(psid)}` });
  const { displayName, pictureUrl, language } = Profile.safeParse(answer).data ?? {};
  return {
    ...(displayName && { firstName: displayName }),
    ...(pictureUrl && { pictureUrl }),
    ...(language && { locale: language }),
  };
}

const text = z.string().optional().catch(undefined);
const Profile = z.object({ displayName: text, pictureUrl: text, language: text });
