import { AppError, notFound } from "@banter/core/model/error.ts";
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

/** Creates a growth tool at the end of the list. */
export function createTool({ db }: Deps, pageId: string, fields: Omit<Tool, "id">): Promise<Tool> {
  return changeTools(db, pageId, async (db, tools) => {
    const [id = 0] = await nextIds(db, 1);
    const tool = { id, ...fields };
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
  change: Partial<Omit<Tool, "id" | "type">>,
): Promise<Tool> {
  return changeTools(db, pageId, async (db, tools) => {
    const changed = { ...toolOf(tools, toolId), ...change };
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

async function checkTool(db: Db, pageId: string, tools: Tool[], { id, ref, ...tool }: Tool): Promise<void> {
  if (ref !== null && tools.some((other) => other.id !== id && other.ref === ref))
    throw new AppError("conflict", "Another tool of the page has that ref.");
  await checkFlows(db, pageId, [tool]);
}
