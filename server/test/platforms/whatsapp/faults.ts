import { meter } from "../meter.ts";
import type { MessageRequest } from "./requests.ts";
import type { Whatsapp } from "./stand-in.ts";
import { faultOfTemplate } from "./templates.ts";

/** A running stand-in, with the parts that tests do not see. */
export type Running = {
  whatsapp: Whatsapp;
  limits: { overall: () => boolean; perCustomer: Map<string, () => boolean> };
  /** The number of accepted messages. */
  count: number;
  changed: () => void;
};

const dayMs = 24 * 60 * 60 * 1000;

/** The error code of a message, if it is refused. `isLate`: it is accepted first and fails later. */
export function faultOf(
  { whatsapp, limits }: Running,
  request: MessageRequest,
): { code: number; isLate: boolean } | undefined {
  const addressee = request.to ?? request.recipient ?? "";
  if (!limits.overall()) return { code: 130429, isLate: false };
  const pair = limits.perCustomer.get(addressee) ?? meter(1 / 6, 45);
  limits.perCustomer.set(addressee, pair);
  if (!pair()) return { code: 131056, isLate: false };
  if (addressee === whatsapp.number.display) return { code: 131021, isLate: false };
  if (whatsapp.absent.has(addressee)) return { code: 131026, isLate: true };
  if (request.type === "template") {
    const code = faultOfTemplate(whatsapp.templates, contentOf(request) as Parameters<typeof faultOfTemplate>[1]);
    return code === undefined ? undefined : { code, isLate: false };
  }
  const reaction = request.type === "reaction" ? (contentOf(request) as { message_id: string }) : undefined;
  if (reaction && !whatsapp.written.has(reaction.message_id, `wa_${addressee}`)) return { code: 131009, isLate: true };
  const content = faultOfContent(whatsapp, contentOf(request));
  if (content !== undefined) return { code: content, isLate: false };
  const last = whatsapp.lastWords.get(addressee) ?? Number.NEGATIVE_INFINITY;
  return whatsapp.now() - last > dayMs ? { code: 131047, isLate: whatsapp.refusesLate } : undefined;
}

/** A form must be published, and products must be in the catalog. */
function faultOfContent({ forms, products }: Whatsapp, content: unknown): number | undefined {
  const { type, action } = (content ?? {}) as { type?: string; action?: Action };
  if (type === "flow") {
    const form = forms.find(({ id }) => id === action?.parameters?.flow_id);
    return form?.status === "PUBLISHED" ? undefined : 131009;
  }
  const items = action?.sections?.flatMap(({ product_items = [] }) => product_items) ?? [];
  const asked = type === "product" && action ? [action] : items;
  return asked.every((item) => products.includes(item.product_retailer_id ?? "")) ? undefined : 131009;
}

type Product = { product_retailer_id?: string };
type Action = Product & { parameters?: { flow_id?: string }; sections?: { product_items?: Product[] }[] };

function contentOf(request: MessageRequest): unknown {
  return (request as unknown as Record<string, unknown>)[request.type];
}
