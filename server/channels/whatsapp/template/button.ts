import { SendError } from "../../../outbound/send-error.ts";
import { cutText } from "../../text/split-text.ts";

/** A button of an approved template. */
export type Offered = { type: string; url?: string | undefined; text?: string | undefined };

/** Buttons of other kinds are sent as they were approved. */
export function takesValue({ type, url = "" }: Offered): boolean {
  return type === "URL" ? url.includes("{{") : Object.hasOwn(actions, type) || type === "COPY_CODE";
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/components */
export function buttonComponent(button: Offered, index: number, value: string): object {
  const { type } = button;
  const action = actions[type];
  const [sub_type, parameter] = action
    ? [action.sub_type, { type: "action", action: action.of(value, button) }]
    : type === "QUICK_REPLY"
      ? ["quick_reply", { type: "payload", payload: value }]
      : type === "COPY_CODE"
        ? ["copy_code", { type: "coupon_code", coupon_code: value }]
        : ["url", { type: "text", text: value }];
  return { type: "button", sub_type, index: String(index), parameters: [parameter] };
}

const maxSectionTitle = 24;

/** Buttons that open something inside of WhatsApp: a form, the catalog, some of its products. */
const actions: Record<string, { sub_type: string; of: (value: string, button: Offered) => object }> = {
  FLOW: { sub_type: "flow", of: (flow_token) => ({ flow_token }) },
  CATALOG: { sub_type: "CATALOG", of: (product) => ({ thumbnail_product_retailer_id: product }) },
  MPM: {
    sub_type: "mpm",
    of(value, { text = "" }) {
      const products = value
        .split(",")
        .map((product) => product.trim())
        .filter((product) => product !== "");
      const items = products.map((product_retailer_id) => ({ product_retailer_id }));
      const title = cutText(text === "" ? "…" : text, maxSectionTitle);
      return { thumbnail_product_retailer_id: products[0], sections: [{ title, product_items: items }] };
    },
  },
};

/** The end of a limited-time offer. */
export function offerComponent(endsAt: string): object {
  const time = Date.parse(endsAt);
  if (Number.isNaN(time)) throw new SendError("rejected", "The end of the offer is not a time.");
  const offer = { expiration_time_ms: time };
  return { type: "limited_time_offer", parameters: [{ type: "limited_time_offer", limited_time_offer: offer }] };
}
