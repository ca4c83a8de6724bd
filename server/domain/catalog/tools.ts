import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { isEventTool, type ToolType } from "@banter/core/model/tool.ts";
import { type ToolSettings, toolSettings } from "@banter/core/model/tools/settings.ts";
import type { Deps } from "../../deps.ts";
import {
  deleteTools,
  lastToolPosition,
  listTools,
  saveToolOrder,
  saveTools,
  type Tool,
  updateTool,
} from "../../store/catalog/tools.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { checkFlows, checkOrder } from "./list-checks.ts";

/** A tool as a caller sends it: its settings are not checked yet. */
type GivenTool = Omit<Tool, "id" | "settings"> & { settings?: unknown };

/** Creates a growth tool at the end of the list. */
export function createTool({ db }: Deps, pageId: string, fields: GivenTool): Promise<Tool> {
  return changeTools(db, pageId, async (db, tools) => {
    const [id = 0] = await nextIds(db, 1);
    const tool = { id, ...fields, settings: checkedSettings(fields.type, fields.settings) };
    await checkTool(db, pageId, tools, tool);
    await saveTools(db, pageId, [tool], (await lastToolPosition(db, pageId)) + 1);
    return tool;
  });
}

/** Changes the fields that are given. */
export function changeTool(
  { db }: Deps,
  pageId: string,
  toolId: number,
  change: Partial<Omit<GivenTool, "type">>,
): Promise<Tool> {
  return changeTools(db, pageId, async (db, tools) => {
    const was = toolOf(tools, toolId);
    const settings = change.settings === undefined ? was.settings : checkedSettings(was.type, change.settings);
    const changed = { ...was, ...change, settings };
    await checkTool(db, pageId, tools, changed);
    await updateTool(db, pageId, changed, { isFlowGiven: change.flowId !== undefined });
    return changed;
  });
}

export function removeTool({ db }: Deps, pageId: string, toolId: number): Promise<Tool> {
  return changeTools(db, pageId, async (db, tools) => {
    const tool = toolOf(tools, toolId);
    await deleteTools(db, pageId, [toolId]);
    return tool;
  });
}

export function orderTools({ db }: Deps, pageId: string, ids: number[]): Promise<void> {
  return changeTools(db, pageId, (db, tools) => {
    checkOrder(tools, ids);
    return saveToolOrder(db, pageId, ids);
  });
}

function changeTools<Result>(
  db: Db,
  pageId: string,
  work: (db: Db, tools: Tool[]) => Promise<Result>,
): Promise<Result> {
  return changeSetup(db, pageId, async (db) => {
    return work(db, await listTools(db, pageId));
  });
}

function toolOf(tools: Tool[], toolId: number): Tool {
  const tool = tools.find(({ id }) => id === toolId);
  if (!tool) throw notFound("tool");
  return tool;
}

/** The settings with their defaults; null for a tool with a ref. */
function checkedSettings(type: ToolType, given: unknown): ToolSettings {
  if (!isEventTool(type)) {
    if (given != null)
      throw invalidFields([{ path: "/settings", message: "must be null: tools of this type have none" }]);
    return null;
  }
  const { data, error } = toolSettings[type].safeParse(given ?? undefined);
  if (error) throw invalidFields(faultsOf(error).map(({ path, message }) => ({ path: `/settings${path}`, message })));
  return data;
}

async function checkTool(db: Db, pageId: string, tools: Tool[], { id, ref, ...tool }: Tool): Promise<void> {
  if (ref !== null && isEventTool(tool.type))
    throw invalidFields([{ path: "/ref", message: "must be null: tools of this type have none" }]);
  if (ref !== null && tools.some((other) => other.id !== id && other.ref === ref))
    throw new AppError("conflict", "Another tool of the page has that ref.");
  await checkFlows(db, pageId, [tool]);
}
