import type { Attachment, ContactCard, OrderItem } from "@banter/core/flow/event.ts";
import { isObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import { formAnswers, readJson } from "../../form-answers.ts";
import { cut } from "../../text/cut.ts";

const maxListed = 100;
/** A text that is not essential: undefined if malformed. */
const text = (max: number) =>
  z
    .string()
    .transform((value) => cut(value, max))
    .optional()
    .catch(undefined);

/** `{ "latitude": 21.02, "longitude": 105.83, "name": "Shop", "address": "1 Main St" }`; undefined if malformed. */
export function readPlace(value: unknown): Attachment | undefined {
  const { data } = Place.safeParse(value);
  if (!data) return undefined;
  const { latitude, longitude, name, address } = data;
  return {
    type: "location",
    url: `https://maps.google.com/?q=${latitude},${longitude}`,
    latitude,
    longitude,
    ...(name && { title: name }),
    ...(address && { address }),
  };
}

const Place = z.object({ latitude: z.number(), longitude: z.number(), name: text(300), address: text(1000) });

/**
 * Contacts that the customer has passed on. `own` is the customer's number: WhatsApp sends it as a contact when they
 * press the button that asks for it.
 */
export function readContacts(value: unknown): { attachments: Attachment[]; own?: string } {
  const cards = listOf(value).flatMap((each) => Card.safeParse(each).data ?? []);
  const attachments = cards.map((card): Attachment => ({ type: "contact", contact: contactOf(card) }));
  const own = cards.find(({ origin }) => origin === "contact_request");
  const [number] = own ? contactOf(own).phones : [];
  return { attachments, ...(number !== undefined && { own: number }) };
}

const Card = z.object({
  name: z
    .object({ formatted_name: text(300), first_name: text(300), last_name: text(300) })
    .partial()
    .catch({}),
  phones: z.array(z.object({ phone: text(50), wa_id: text(50) }).partial()).catch([]),
  emails: z.array(z.object({ email: text(320) }).partial()).catch([]),
  origin: z.string().optional().catch(undefined),
});

function contactOf({ name: { formatted_name, first_name, last_name }, ...card }: z.infer<typeof Card>): ContactCard {
  const name = formatted_name ?? [first_name, last_name].filter(Boolean).join(" ");
  const phones = card.phones.flatMap(({ phone, wa_id }) => phone ?? (wa_id ? `+${wa_id}` : []));
  const emails = card.emails.flatMap(({ email }) => email ?? []);
  return {
    ...(name && { name }),
    phones: [...new Set(phones)].slice(0, maxListed),
    ...(emails.length > 0 && { emails: [...new Set(emails)].slice(0, maxListed) }),
  };
}

/** An order from the catalog. */
export function readOrder(value: unknown): { words: string; attachment: Attachment } | undefined {
  const { data } = Ordered.safeParse(value);
  if (!data) return undefined;
  const items = listOf(data.product_items).flatMap((each): OrderItem[] => {
    const { data: item } = Item.safeParse(each);
    if (!item?.product_retailer_id) return [];
    const { product_retailer_id: productId, quantity, item_price: price, currency } = item;
    return [{ productId, quantity, ...(price !== undefined && { price }), ...(currency && { currency }) }];
  });
  const catalogId = data.catalog_id;
  return {
    words: data.text ?? "",
    attachment: { type: "order", order: { ...(catalogId !== undefined && { catalogId }), items } },
  };
}

const Ordered = z.object({ text: text(4096), catalog_id: text(100), product_items: z.unknown().optional() });
/** The documentation shows numbers, some senders write them as text. */
const Amount = z.coerce.number().refine(Number.isFinite);
const Item = z.object({
  product_retailer_id: text(200),
  quantity: Amount.catch(1),
  item_price: Amount.optional().catch(undefined),
  currency: text(10),
});

/** The answers of a form. `flow_token` is ours or WhatsApp's, and none of the customer's answers. */
export function readForm({ name, response_json: json }: FormReply): Attachment {
  const response = readJson(json);
  const { flow_token: token, ...others } = isObject(response) ? response : {};
  // An address form has its answers one level deeper.
  const values = name === "address_message" && isObject(others.values) ? others.values : others;
  const id = cut(token, 200);
  return { type: "form", ...(id && { id }), form: { answers: formAnswers(values) } };
}

export const FormReply = z.object({
  name: z.string().optional().catch(undefined),
  body: z.string().optional().catch(undefined),
  response_json: z.string().catch(""),
});
type FormReply = z.infer<typeof FormReply>;

/**
 * The customer has chosen how to pay for an order, or says that they have paid. `reference_id` is the order's.
 *
 *     { "payment_method": "offsite_card_pay", "reference_id": "order_7", "last_four_digits": "5235" }
 */
export function readPayment({
  payment_method,
  last_four_digits: digits,
  reference_id: invoice,
}: PaymentReply): Attachment {
  const method = [payment_method, ...(digits ? [`•••• ${digits}`] : [])].filter(Boolean).join(" ");
  return { type: "payment", payment: { ...(method && { method }), ...(invoice && { invoice }) } };
}

export const PaymentReply = z.object({
  payment_method: text(100),
  last_four_digits: text(4),
  reference_id: text(128),
});
type PaymentReply = z.infer<typeof PaymentReply>;

/** The product of the catalog that the customer asks about. */
export function readProduct(context: unknown): Attachment[] {
  const { data } = Referred.safeParse(context);
  const id = data?.referred_product.product_retailer_id;
  return id === undefined ? [] : [{ type: "product", id }];
}

const Referred = z.object({ referred_product: z.object({ product_retailer_id: text(200) }) });

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxListed) : []);
