import { z } from "zod";

/** A customer on a page: the channel's prefix and the platform's id. A number has lost digits, so it is refused. */
export const Psid = z.string({ error: "must be text" }).regex(/^[A-Za-z0-9_.-]{1,128}$/, "must be a customer's id");
export type Psid = z.infer<typeof Psid>;
