import type { MessageForm } from "@banter/core/model/content/message-form.ts";
import { z } from "zod";
import type { Settings } from "../settings.ts";
import { readAll } from "./read-all.ts";

/** All forms of the account, which WhatsApp calls flows. https://developers.facebook.com/docs/whatsapp/flows */
export async function listForms(settings: Settings): Promise<MessageForm[]> {
  const items = await readAll(settings, "flows", "id,name,status");
  return items.flatMap((item) => Form.safeParse(item).data ?? []);
}

const Form = z.object({ id: z.string(), name: z.string(), status: z.string() });
