import { z } from "zod";
import { callApi } from "./call-api.ts";
import type { Settings } from "./settings.ts";

/**
 * A sentence if the account has sent all messages that its plan allows in this month: LINE refuses pushes then, and the
 * owner would only see that messages fail. https://developers.line.biz/en/reference/messaging-api/#get-quota
 */
export async function checkQuota(settings: Settings): Promise<string[]> {
  const read = (path: string) => callApi(settings, { method: "GET", path });
  const { data: quota } = Quota.safeParse(await read("/v2/bot/message/quota"));
  if (quota?.type !== "limited" || quota.value === undefined) return [];
  const { data: used } = Used.safeParse(await read("/v2/bot/message/quota/consumption"));
  if (used === undefined || used.totalUsage < quota.value) return [];
  return [
    `The account has sent all ${quota.value} messages of its plan for this month: only first answers to customers arrive.`,
  ];
}

const Quota = z.object({ type: z.string(), value: z.number().optional() });
const Used = z.object({ totalUsage: z.number() });
