import { z } from "zod";
import { FileForm } from "../../outbound/file-form.ts";
import { postJson } from "../../outbound/pools.ts";
import { sendErrorOf } from "./errors.ts";
import type { Settings } from "./settings.ts";

/** Calls a method of the Bot API and returns its result. https://core.telegram.org/bots/api#making-requests */
export async function callApi(
  { botToken, apiUrl }: Pick<Settings, "botToken" | "apiUrl">,
  method: string,
  body: object = {},
): Promise<unknown> {
  const answer = await postJson(apiUrl, `/bot${botToken}/${method}`, {
    body,
    account: botToken,
    ...(body instanceof FileForm && { timeoutMs: uploadMs }),
    isMessage: method.startsWith("send") && method !== "sendChatAction",
  });
  const success = Success.safeParse(answer.body);
  if (!success.success) throw sendErrorOf(answer);
  return success.data.result;
}

const Success = z.object({ ok: z.literal(true), result: z.unknown() });

/** Enough for a video over a slow connection. */
const uploadMs = 60_000;
