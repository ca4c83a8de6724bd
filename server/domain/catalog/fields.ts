import { formWithFields } from "@banter/core/api/prechat-form.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  type CustomField,
  deleteCustomFields,
  listCustomFields,
  saveCustomFields,
} from "../../store/catalog/custom-fields.ts";
import { findPage, updatePage } from "../../store/catalog/pages.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { clearLater } from "./clear-later.ts";

/** Creates a custom field at the end of the list. */
export function createField({ db }: Deps, pageId: string, given: Omit<CustomField, "id">): Promise<CustomField> {
  return changeSetup(db, pageId, async (db) => {
    const fields = await listCustomFields(db, pageId);
    if (fields.some(({ name }) => name === given.name))
      throw new AppError("conflict", "A field of that name is already there.");
    const [id = 0] = await nextIds(db, 1);
    const field = { id, ...given };
    await saveCustomFields(db, pageId, [...fields, field]);
    return field;
  });
}

/** Changes how people read the field's name. */
export function labelField({ db }: Deps, pageId: string, fieldId: number, label: string | null): Promise<CustomField> {
  return changeSetup(db, pageId, async (db) => {
    const fields = await listCustomFields(db, pageId);
    const field = fields.find(({ id }) => id === fieldId);
    if (!field) throw notFound("field");
    const changed = { ...field, label };
    await saveCustomFields(
      db,
      pageId,
      fields.map((one) => (one === field ? changed : one)),
    );
    return changed;
  });
}

/** Deletes the field. The page's owner removes its values of all customers soon. */
export function removeField({ db }: Deps, pageId: string, fieldId: number): Promise<CustomField> {
  return changeSetup(db, pageId, async (db) => {
    const field = (await listCustomFields(db, pageId)).find(({ id }) => id === fieldId);
    if (!field) throw notFound("field");
    await clearLater(db, pageId, { field: field.name });
    await deleteCustomFields(db, pageId, [fieldId]);
    await leaveOutOfForm(db, pageId);
    return field;
  });
}

/** The form before the web chat asks for fields of the page only. */
async function leaveOutOfForm(db: Db, pageId: string): Promise<void> {
  const page = await findPage(db, pageId);
  if (!page?.prechatForm) return;
  const prechatForm = formWithFields(page.prechatForm, await listCustomFields(db, pageId));
  if (prechatForm?.fields.length !== page.prechatForm.fields.length)
    await updatePage(db, pageId, { ...page, prechatForm });
}
