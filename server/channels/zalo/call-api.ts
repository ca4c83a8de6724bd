import { callPlatform } from "../../outbound/pools.ts";
import { Answer, sendErrorOf } from "./errors.ts";
import type { Settings } from "./settings.ts";

type Call = { method: "GET" | "POST"; path: string; query?: object; body?: object; isMessage?: boolean };

/**
 * Calls the Open API and returns the data of its answer. A refusal has status 200 too, and a negative number as `error`.
 * https://developers.zalo.me/docs/official-account/bat-dau/tong-quan
 */
export async function callApi(
  { apiUrl, accessToken, oaId }: Pick<Settings, "apiUrl" | "accessToken" | "oaId">,
  { method, path, query, body, isMessage = false }: Call,
): Promise<unknown> {
  // A query is one JSON object.
  const search = query === undefined ? "" : `?${new URLSearchParams({ data: JSON.stringify(query) })}`;
  const answer = await callPlatform(apiUrl, `/${path}${search}`, {
    method,
    headers: { access_token: accessToken },
    account: oaId,
    isMessage,
    ...(body && { body }),
  });
  const { data } = Answer.safeParse(answer.body);
  if (data?.error === 0) return data.data;
  throw sendErrorOf(answer);
}
