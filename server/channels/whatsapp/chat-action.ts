import type { ChatAction } from "@banter/core/flow/outgoing.ts";
import { SendError } from "../../outbound/send-error.ts";
import { cutText } from "../text/split-text.ts";
import { interactive, type Part } from "./interactive.ts";
import type { Offer } from "./offer.ts";
import type { Voice } from "./wording.ts";

const maxBody = 1024;
const maxFormButton = 30;
const maxTitle = 24;
const maxHeader = 60;

/** A text that opens a form or shows products. https://developers.facebook.com/docs/whatsapp/flows */
export function actionPart(
  text: string,
  action: Exclude<ChatAction, { type: "invoice" }>,
  { chooseLabel }: Voice,
): Part {
  const body = cutText(text, maxBody);
  if (action.type === "form") {
    const { form_id, button, screen } = action;
    // The token comes back with the answers. It names the form, so that they are known to be its answers.
    const parameters = {
      flow_message_version: "3",
      flow_token: form_id,
      flow_id: form_id,
      flow_cta: cutText(button, maxFormButton) || chooseLabel,
      flow_action: "navigate",
      ...(screen !== undefined && { flow_action_payload: { screen } }),
    };
    return interactive("flow", body, { name: "flow", parameters });
  }
  return productsPart(body, action, chooseLabel);
}

function productsPart(
  body: string,
  { products, catalog_id, title = "" }: Extract<ChatAction, { type: "products" }>,
  chooseLabel: string,
): Part {
  if (products.length === 0) return interactive("catalog_message", body, { name: "catalog_message" });
  if (catalog_id === undefined) throw new SendError("rejected", "The products have no catalog.");
  const [first, ...others] = products;
  if (others.length === 0) return interactive("product", body, { catalog_id, product_retailer_id: first });
  const items = products.map((product_retailer_id) => ({ product_retailer_id }));
  const name = title === "" ? chooseLabel : title;
  const part = interactive("product_list", body, {
    catalog_id,
    sections: [{ title: cutText(name, maxTitle), product_items: items }],
  });
  // WhatsApp requires a header above a list of products.
  const content = part.interactive as object;
  return { ...part, interactive: { ...content, header: { type: "text", text: cutText(name, maxHeader) } } };
}

type Request = "location" | "phone_number";

/** A button can ask for a place, and for the number of people who hide it. Others have told it already. */
export function requestIn({ asks }: Offer, psid: string): Request | undefined {
  if (asks.includes("location")) return "location";
  return asks.includes("phone_number") && !/^wa_[0-9]+$/.test(psid) ? "phone_number" : undefined;
}

export function requestPart(text: string, request: Request): Part {
  const body = cutText(text, maxBody) || "👇";
  if (request === "location") return interactive("location_request_message", body, { name: "send_location" });
  return interactive("request_contact_info", body, { name: "request_contact_info" });
}
