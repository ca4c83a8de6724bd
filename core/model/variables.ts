/** The fields that every customer has. Flows read and set them by name, like custom fields. */
export const customerFields = [
  "user_first_name",
  "user_last_name",
  "user_full_name",
  "email",
  "phone",
  "address",
  "gender",
  "locale",
  "timezone",
] as const;

/** Variables of templates besides fields. */
export const variables = [
  "psid",
  "ad_id",
  "ad_title",
  "ad_body",
  "ad_url",
  "ctwa_clid",
  "page_name",
  "current_date",
  "CONVERSATION_LINK",
] as const;

/** Variables of a flow that an order, a place, a payment or a form has started: `order_total`, `payment_amount`. */
export const isAttachedVariable = (name: string) => /^(order|location|payment|form)_[A-Za-z0-9_.-]+$/.test(name);
