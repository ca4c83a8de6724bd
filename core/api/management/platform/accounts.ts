import { z } from "zod";
import { ChannelType } from "../../../channels/index.ts";
import { WireId } from "../../../model/id.ts";
import type { ManagementContract } from "../contract.ts";

/** Finding out which account an owner is about to connect. */
export const accounts = {
  "POST /workspaces/:workspace_id/identify_account": {
    scope: "workspace",
    permission: "own",
    isQuiet: true,
    commitsAlone: true,
    summary: "Find the account of a token",
    description:
      "Asks the platform which account the settings give access to; `entry` of the channel says which it takes. The answer has everything else that creating the page takes: its `platform_id`, a name and further `settings`. Nothing is stored.",
    params: z.object({ workspace_id: WireId }),
    body: z.strictObject({ channel: ChannelType, settings: z.record(z.string(), z.unknown()) }),
    reply: z.strictObject({
      platform_id: z.string(),
      name: z.string(),
      /** How customers find the account, such as "@corner_shop_bot". */
      handle: z.string(),
      /** To be sent with the entered ones. */
      settings: z.record(z.string(), z.unknown()),
    }),
    errors: ["conflict", "unavailable"],
  },
} satisfies ManagementContract;
