import { isObject, type JsonObject, parseJson } from "@banter/core/model/json.ts";

export type Usage = {
  /** Share of the rate limit that is used, 0 to 1; undefined if Meta does not report it. */
  used: number | undefined;
  /** The time that Meta asks to wait. */
  regainSeconds: number | undefined;
};

/**
 * Reads Meta's headers about its rate limits, in percent and minutes:
 *
 *     x-app-usage: {"call_count":28,"total_time":25,"total_cputime":25}
 *     x-business-use-case-usage: {"104":[{"type":"messenger","call_count":95,"estimated_time_to_regain_access":5}]}
 *
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function readUsage(headers: Record<string, string | string[] | undefined>): Usage {
  const { "x-app-usage": appUsage, "x-business-use-case-usage": caseUsage } = headers;
  if (appUsage === undefined && caseUsage === undefined) return { used: undefined, regainSeconds: undefined };
  let used = usedIn(jsonOf(appUsage), undefined);
  let regain: number | undefined;
  for (const usage of Object.values(jsonOf(caseUsage)).flat().filter(isObject)) {
    used = usedIn(usage, used);
    regain = larger(regain, usage.estimated_time_to_regain_access);
  }
  return {
    used: used === undefined ? undefined : Math.min(used / 100, 1),
    regainSeconds: regain ? regain * 60 : undefined,
  };
}

function usedIn(usage: JsonObject, before: number | undefined): number | undefined {
  return larger(larger(larger(before, usage.call_count), usage.total_time), usage.total_cputime);
}

function larger(before: number | undefined, value: unknown): number | undefined {
  return typeof value === "number" && value >= (before ?? 0) ? value : before;
}

function jsonOf(header: string | string[] | undefined): JsonObject {
  // Text that is not JSON makes an exception, and each answer has only one of the headers.
  if (header === undefined) return {};
  const parsed = parseJson(String(header));
  return isObject(parsed) ? parsed : {};
}
