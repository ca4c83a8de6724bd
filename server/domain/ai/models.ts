import { type ModelForm, maxModels } from "@banter/core/flow/ai/model.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { embedAllSoon } from "../../store/knowledge/knowledge-sources.ts";
import { deleteModels, findModel, listModels, type Model, saveModels } from "../../store/models/models.ts";
import { changeSetup } from "../pages/change-setup.ts";

/** Creates a model at the end of the list. */
export function createModel({ db }: Deps, pageId: string, form: ModelForm): Promise<Model> {
  return changeSetup(db, pageId, async (db) => {
    const [id = 0] = await nextIds(db, 1);
    return save(db, pageId, { id, ...form });
  });
}

type Change = { [Key in keyof ModelForm]?: ModelForm[Key] | undefined };

export function changeModel({ db }: Deps, pageId: string, id: number, change: Change): Promise<Model> {
  return changeSetup(db, pageId, async (db) => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    return save(db, pageId, { ...(await getModel(db, pageId, id)), ...given });
  });
}

export function removeModel({ db }: Deps, pageId: string, id: number): Promise<Model> {
  return changeSetup(db, pageId, async (db) => {
    const model = await getModel(db, pageId, id);
    await deleteModels(db, pageId, [id]);
    await embedAllSoon(db, pageId);
    return model;
  });
}

async function getModel(db: Db, pageId: string, id: number): Promise<Model> {
  const model = await findModel(db, pageId, id);
  if (!model) throw notFound("model");
  return model;
}

async function save(db: Db, pageId: string, model: Model): Promise<Model> {
  checkPurpose(model);
  const all = await listModels(db, pageId);
  if (all.some(({ id, name }) => id !== model.id && name === model.name))
    throw new AppError("conflict", "A model of that name is already there.");
  const isNew = !all.some(({ id }) => id === model.id);
  if (isNew && all.length >= maxModels) throw new AppError("conflict", `A page has at most ${maxModels} models.`);
  await saveModels(db, pageId, isNew ? [...all, model] : all.map((old) => (old.id === model.id ? model : old)));
  await embedAllSoon(db, pageId);
  return model;
}

/** Anthropic has no embeddings. */
function checkPurpose({ protocol, purpose }: Pick<ModelForm, "protocol" | "purpose">, path = ""): void {
  if (protocol !== "anthropic" || purpose !== "embeddings") return;
  throw invalidFields([{ path: `${path}/purpose`, message: "must be chat: this protocol has no embeddings" }]);
}
