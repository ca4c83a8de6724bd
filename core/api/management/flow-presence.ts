import { z } from "zod";
import { WireId } from "../../model/id.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

/** A random name that a browser tab gives itself. */
const Tab = z.string().regex(/^[0-9a-z-]{8,40}$/, { error: "must be 8 to 40 small letters, digits and dashes" });

/** A member who has a flow open in the builder, once for each tab. */
export const FlowMember = z.strictObject({ user_id: z.string(), name: z.string(), tab: z.string() });

export const flowPresence = {
  "PUT /pages/:page_id/flows/:flow_id/presence": {
    scope: "page",
    permission: "look",
    isQuiet: true,
    summary: "Tell presence in a flow",
    description:
      "The caller has this flow open in the builder, in a tab of this name. Forgotten after 75 seconds without a call. Answers who has it open now.",
    params: inPage.extend({ flow_id: WireId }),
    body: z.strictObject({ tab: Tab, state: z.enum(["open", "gone"]) }),
    reply: z.strictObject({ members: z.array(FlowMember) }),
  },
} satisfies ManagementContract;
