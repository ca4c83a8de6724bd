import { type FormBody, type ShownForm, shownForm } from "@banter/core/api/prechat-form.ts";
import { AppError, type Fault, invalidFields } from "@banter/core/model/error.ts";
import { isBlank } from "@banter/core/model/text.ts";
import type { Deps } from "../../deps.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { type Recipient, setFormDone } from "../../store/runtime/customers.ts";
import { fitField } from "../customers/fit-field.ts";

type Place = { pageId: string; psid: string };
type FormField = ShownForm["fields"][number];

/**
 * The form that the visitor is to fill in now; null if the page has none, if the visitor has filled it in or skipped it,
 * or if they have written before.
 */
export async function findOpenForm(
  deps: Pick<Deps, "db" | "lookups">,
  { pageId, psid }: Place,
): Promise<ShownForm | null> {
  const page = await deps.lookups.page(pageId);
  if (!page?.prechatForm) return null;
  const visitor = await deps.lookups.recipient(pageId, psid);
  if (!visitor || visitor.isFormDone || visitor.silentSeconds !== null) return null;
  return shownForm(page.prechatForm, await listCustomFields(deps.db, pageId));
}

/** Throws if the visitor must fill in the form before they write. */
export async function requireForm(deps: Pick<Deps, "db" | "lookups">, place: Place): Promise<void> {
  const form = await findOpenForm(deps, place);
  if (form && !form.may_skip) {
    throw new AppError("form_required", "The page wants its form to be filled in before the first message.");
  }
}

/** Keeps the visitor's answers, once: without an open form nothing is changed. Resolves when they are stored durably. */
export async function acceptForm(deps: Deps, place: Place, body: FormBody): Promise<void> {
  const form = await findOpenForm(deps, place);
  const visitor = form && (await deps.lookups.recipient(place.pageId, place.psid));
  const page = await deps.lookups.page(place.pageId);
  if (!form || !visitor || !page) return;
  if (body.skipped) {
    if (!form.may_skip) throw invalidFields([{ path: "/skipped", message: "is not what this page allows" }]);
  } else {
    const { fields, faults } = readAnswers(form, body, visitor, page.timezone);
    if (faults.length > 0) throw invalidFields(faults);
    const consent =
      body.consent && form.consent ? { consent: agreedTo(form.consent, page.look.language ?? visitor.locale) } : {};
    await deps.accept({ ...place, event: { type: "prechat_form", fields, ...consent } });
  }
  await setFormDone(deps.db, place.pageId, place.psid);
}

/** The answers in the form in which their fields store them. */
function readAnswers(form: ShownForm, { answers = {}, consent }: FormBody, visitor: Recipient, zone: string) {
  const fields: Record<string, string> = {};
  const asked = new Set(form.fields.map(({ field }) => field));
  const unknown = Object.keys(answers).filter((name) => !asked.has(name));
  const faults: Fault[] = unknown.map((name) => ({ path: `/answers/${name}`, message: "is not asked for" }));
  for (const asked of form.fields) {
    const given = answers[asked.field]?.trim() ?? "";
    const path = `/answers/${asked.field}`;
    const value = isBlank(given) ? "" : fit(asked, given, visitor, zone);
    if (value) fields[asked.field] = value;
    else if (value === undefined) faults.push({ path, message: faultWords[asked.type] });
    else if (asked.is_required) faults.push({ path, message: "is required" });
  }
  if (form.consent?.is_required && !consent) faults.push({ path: "/consent", message: "is required" });
  return { fields, faults };
}

/** Undefined if the answer does not fit. */
function fit({ field, type, choices }: FormField, given: string, visitor: Recipient, zone: string) {
  if (type === "choice") return choices?.find((choice) => choice === given);
  if (type === "name" && given.length > 200) return undefined;
  const custom = type === "number" || type === "boolean" || type === "date" ? type : "text";
  return fitField(visitor, field, given, custom, zone);
}

const faultWords: Record<FormField["type"], string> = {
  name: "must have at most 200 characters",
  email: "must be an e-mail address",
  phone: "must be a phone number",
  text: "must be text",
  number: "must be a number",
  boolean: "must be true or false",
  date: "must be a date",
  choice: "must be one of the choices",
};

/** The words that the visitor has read, as far as their language tells. */
function agreedTo({ text, url }: NonNullable<ShownForm["consent"]>, locale: string | null) {
  const { en, vi } = text;
  const words = (locale?.startsWith("vi") ? (vi ?? en) : (en ?? vi)) ?? "";
  return { text: words, ...(url !== undefined && { url }) };
}
