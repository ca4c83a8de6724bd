import { z } from "zod";
import { callPlatform } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { Renewal } from "../channel.ts";
import { fetchAccount } from "./account-id.ts";
import { Settings } from "./settings.ts";

/**
 * An access token is valid for 25 hours (older sources: one hour), a refresh token for three months. A refresh token
 * can be used once: the answer has the next one. Only the node that has claimed the page's renewal uses it.
 * https://developers.zalo.me/docs/official-account/bat-dau/xac-thuc-va-uy-quyen-cho-ung-dung-new
 *
 * Unconfirmed: whether the old access token stays valid; the errors. If the answer is lost, both tokens are: the page
 * must be connected again.
 */
export const renewal: Renewal<Settings> = {
  // The age of the owner's token is unknown, and it may be at its end.
  firstAfterSeconds: () => 0,
  outlivesToken: true,
  async run(settings) {
    const { access_token: accessToken, refresh_token: refreshToken, expires_in } = await refresh(settings);
    return { changes: { accessToken, refreshToken }, goodForSeconds: expires_in };
  },
};

async function refresh(settings: Settings): Promise<Renewed> {
  const { loginUrl, appId, appSecret, refreshToken } = settings;
  const answer = await callPlatform(loginUrl, "/v4/oa/access_token", {
    method: "POST",
    headers: { secret_key: appSecret },
    body: new URLSearchParams({ app_id: appId, grant_type: "refresh_token", refresh_token: refreshToken }),
  });
  const { data: renewed } = Renewed.safeParse(answer.body);
  if (renewed) return renewed;
  const { data: refused } = Refused.safeParse(answer.body);
  if (refused) throw await refusalOf(settings, refused);
  const { failure, retryAfterSeconds } = withRetryAfter("platform_error", answer);
  throw new SendError(failure, "Zalo's response holds no usable token.", retryAfterSeconds);
}

/** A refused renewal disconnects the page only if the access token does not work for other calls either. */
async function refusalOf(settings: Settings, refused: z.infer<typeof Refused>): Promise<SendError> {
  const { error, error_description, error_name } = refused;
  const words = error_description ?? error_name;
  const says = `Zalo did not renew the token: error ${error}${words ? ` (${words.slice(0, 200)})` : ""}.`;
  try {
    await fetchAccount(settings);
    return new SendError("rejected", says);
  } catch (failure) {
    if (!(failure instanceof SendError) || failure.failure !== "bad_settings") throw failure;
    return new SendError("bad_settings", `${says} Connect the page again with new tokens.`);
  }
}

const Renewed = z.object({
  access_token: Settings.shape.accessToken,
  refresh_token: Settings.shape.refreshToken,
  expires_in: z.coerce.number().positive(),
});
type Renewed = z.infer<typeof Renewed>;

const Refused = z.object({
  error: z.int(),
  error_name: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
});
