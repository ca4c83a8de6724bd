import type { RenderNote } from "@banter/core/flow/render-note.ts";
import { z } from "zod";
import type { RenderContext } from "../../outbound.ts";
import { documentOf } from "../document.ts";
import type { Offer } from "../offer.ts";
import { buttonComponent, type Offered, offerComponent, takesValue } from "./button.ts";

/** Data to place in the template, once its approved definition is known. */
export type TemplateNeeds = {
  id: string;
  language: string;
  buttons: { key: string; value: string }[];
  /** Payloads for the template's own quick replies. */
  payloads: string[];
  /** The values for the buttons of each card. */
  cards?: { key: string; value: string }[][];
};

/** The request for a template, without the parts that need its definition: the name if an id was given, and buttons. */
export function renderTemplate(given: unknown, presses: Offer["presses"], { note }: Pick<RenderContext, "note">) {
  const { template_id: id, language, components } = Template.parse(given);
  const payloads = presses.map(({ id }) => id);
  const buttons = buttonsIn(components);
  const shown = components.find((component) => component.type === "CAROUSEL")?.cards ?? [];
  const cards = shown.map((card) => buttonsIn(card.components));
  const template = {
    name: id,
    language: { code: language },
    components: components.flatMap((component) => partsOf(component, note)),
  };
  const isWhole = !isNumber(id) && buttons.length === 0 && payloads.length === 0 && cards.flat().length === 0;
  return {
    part: { type: "template", template },
    ...(isWhole ? {} : { template: { id, language, buttons, payloads, ...(cards.length > 0 && { cards }) } }),
  };
}

const buttonsIn = (components: { type: string; params?: Component["params"] | undefined }[]) =>
  components.flatMap(({ type, params = [] }) => (type === "BUTTONS" ? params : []));

function partsOf(component: Whole, note: Note): object[] {
  if (component.type === "CAROUSEL") {
    const cards = component.cards.map((card, card_index) => ({
      card_index,
      components: card.components.flatMap((each) => partsOf(each, note)),
    }));
    return [{ type: "carousel", cards }];
  }
  if (component.type === "LIMITED_TIME_OFFER")
    return component.ends_at === undefined ? [] : [offerComponent(component.ends_at)];
  const parameters = parametersOf(component, note);
  return parameters.length > 0 ? [{ type: component.type.toLowerCase(), parameters }] : [];
}

/** True for Meta's number of a template. A name has letters. */
export const isNumber = (id: string) => /^[0-9]+$/.test(id);

export type TemplateDefinition = z.infer<typeof TemplateDefinition>;

/**
 * The fields of a template's definition that are used.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/templates
 */
export const TemplateDefinition = z.object({ name: z.string(), components: definedParts().default([]) });

function definedParts() {
  const button = z.object({ type: z.string(), url: z.string().optional(), text: z.string().optional() });
  const part = z.object({ type: z.string(), buttons: z.array(button).optional() });
  return z.array(part.extend({ cards: z.array(z.object({ components: z.array(part) })).optional() }));
}

/** The complete request, and notes of values that the template has no place for. */
export function completeTemplate<Request extends Record<string, unknown>>(
  request: Request,
  { buttons, payloads, cards = [] }: TemplateNeeds,
  definition: TemplateDefinition,
): { whole: Request; notes: RenderNote[] } {
  const template = request.template as { components: { type: string; cards?: { components: object[] }[] }[] };
  const rest = [...payloads];
  const unplaced: { key: string }[] = [];
  const complete = (offered: Offered[], params: TemplateNeeds["buttons"]) => {
    const found = placed(offered, params);
    unplaced.push(...found.unplaced);
    return offered.flatMap((button, index) => {
      const value = found.values.get(index) ?? (button.type === "QUICK_REPLY" ? rest.shift() : undefined);
      return value === undefined ? [] : [buttonComponent(button, index, value)];
    });
  };
  const own = complete(buttonsOf(definition.components), buttons);
  const defined = definition.components.find(({ cards }) => cards)?.cards ?? [];
  const components = template.components.map((component) => ({
    ...component,
    ...(component.cards && {
      cards: component.cards.map((card, index) => ({
        ...card,
        components: [...card.components, ...complete(buttonsOf(defined[index]?.components ?? []), cards[index] ?? [])],
      })),
    }),
  }));
  const whole = { ...request, template: { ...template, name: definition.name, components: [...components, ...own] } };
  return { whole, notes: unplaced.map(({ key: title }) => ({ change: "left_out", part: "template_value", title })) };
}

const buttonsOf = (parts: { buttons?: Offered[] | undefined }[]) => parts.flatMap(({ buttons = [] }) => buttons);

/** A numeric key is the button's index; any other key belongs to the next button that takes a value. */
function placed(offered: Offered[], params: TemplateNeeds["buttons"]) {
  const values = new Map<number, string>();
  const unplaced = params.filter(({ key }) => isNumber(key) && Number(key) >= offered.length);
  for (const { key, value } of params) if (isNumber(key)) values.set(Number(key), value);
  for (const param of params) {
    if (isNumber(param.key)) continue;
    const free = offered.findIndex((button, index) => takesValue(button) && !values.has(index));
    if (free >= 0) values.set(free, param.value);
    else unplaced.push(param);
  }
  return { values, unplaced };
}

const Params = z.array(z.object({ key: z.string(), parameter_name: z.string().optional(), value: z.string() }));

const Plain = z.object({
  type: z.enum(["HEADER", "BODY", "FOOTER", "BUTTONS"]),
  format: z.string().optional(),
  url: z.string().optional(),
  params: Params.default([]),
});
type Component = z.infer<typeof Plain>;

const Whole = z.discriminatedUnion("type", [
  Plain,
  z.object({ type: z.literal("LIMITED_TIME_OFFER"), ends_at: z.string().optional() }),
  z.object({ type: z.literal("CAROUSEL"), cards: z.array(z.object({ components: z.array(Plain) })) }),
]);
type Whole = z.infer<typeof Whole>;

const Template = z.object({ template_id: z.string(), language: z.string(), components: z.array(Whole) });

type Note = RenderContext["note"];

function parametersOf({ type, format = "TEXT", url, params }: Component, note: Note): object[] {
  const leaveOut = (params: Component["params"]) => {
    for (const { key: title } of params) note({ change: "left_out", part: "template_value", title });
    return [];
  };
  if (type === "BUTTONS") return [];
  if (type === "FOOTER") return leaveOut(params);
  const media = format === "TEXT" ? (url === undefined ? undefined : "image") : format.toLowerCase();
  if (type === "HEADER" && media !== undefined) {
    const link = url ?? params[0]?.value;
    leaveOut(url === undefined ? params.slice(1) : params);
    if (link === undefined) return [];
    return [{ type: media, [media]: media === "document" ? documentOf(link, { note }) : { link } }];
  }
  const places = params.map(({ key }) => numberIn(key));
  const isNumbered = places.every((place) => place !== undefined);
  const inOrder = isNumbered
    ? params.toSorted((one, other) => (numberIn(one.key) ?? 0) - (numberIn(other.key) ?? 0))
    : params;
  return inOrder.map((param) => textParameter(param, note));
}

/** The number in `{{1}}` or `1`; undefined for named parameters, which keep their order. */
function numberIn(key: string): number | undefined {
  const number = /^\D*([0-9]+)\D*$/.exec(key)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** WhatsApp refuses line breaks and runs of four or more spaces in a value. */
function textParameter({ key, parameter_name, value }: Component["params"][number], note: Note) {
  const name = parameter_name ?? /^\{\{\s*([a-z][a-z0-9_]*)\s*\}\}$/i.exec(key)?.[1];
  const text = value.replaceAll(/\s*[\n\r\t]\s*/g, " ").replaceAll(/ {4,}/g, " ");
  if (text !== value) note({ change: "on_one_line", part: "template_value", title: key });
  return { type: "text", ...(name !== undefined && { parameter_name: name }), text };
}
