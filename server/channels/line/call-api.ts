import { callPlatform, type PlatformCall } from "../../outbound/pools.ts";
import { refusalOf } from "./errors.ts";
import type { Settings } from "./settings.ts";

type Call = Pick<PlatformCall, "method" | "body" | "headers" | "isMessage"> & { path: string };

/** Makes a call of the Messaging API and returns the body of its answer. Throws a Refusal for any other answer. */
export async function callApi(
  { accessToken, apiUrl }: Pick<Settings, "accessToken" | "apiUrl">,
  { path, headers, ...call }: Call,
): Promise<unknown> {
  const answer = await callPlatform(apiUrl, path, {
    ...call,
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
    account: accessToken,
  });
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw refusalOf(answer);
}
