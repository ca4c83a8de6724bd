import { Name } from "@banter/core/model/names.ts";
import { type EventToolType, isEventTool, Ref, type ToolType } from "@banter/core/model/tool.ts";
import { type SettingsOf, toolSettings } from "@banter/core/model/tools/settings.ts";
import { refOf, type Tool } from "./tool.ts";

/** A growth tool as its form has it. `ref` is undefined until the user types one. */
export type ToolFields = {
  type: ToolType;
  name: string;
  ref: string | undefined;
  flow_id: number | null;
  is_published: boolean;
  /** Of a tool that waits for something that customers do, in the form of its type. */
  settings: SettingsOf<EventToolType> | null;
};

export function fieldsOf(tool: Tool | undefined, flowId?: number): ToolFields {
  const type = tool?.type ?? "chat_ref_url";
  return {
    type,
    name: tool?.name ?? "",
    ref: tool?.ref ?? undefined,
    flow_id: tool ? tool.flow_id : (flowId ?? null),
    is_published: tool?.is_published ?? true,
    settings: settingsOf(type, tool?.settings ?? undefined),
  };
}

/** The stored settings, or those that a new tool of the type has; null for a type without any. */
export const settingsOf = (type: ToolType, stored?: unknown): ToolFields["settings"] =>
  isEventTool(type) ? toolSettings[type].parse(stored) : null;

/** The refs of the other tools. */
export function refsOf(tools: readonly Tool[], exceptId: number | undefined): Set<string> {
  return new Set(tools.flatMap(({ id, ref }) => (id === exceptId || ref === null ? [] : [ref])));
}

/** The typed ref, else one made of the name. */
export function refIn({ name, ref }: Pick<ToolFields, "name" | "ref">, taken: ReadonlySet<string>): string {
  return ref ?? (name.trim() === "" ? "" : refOf(name, taken));
}

/** The faults that prevent saving, by field. */
export type ToolFaults = { name?: "nameFault"; ref?: "refFault" | "refTaken"; settings?: "settingsFault" };

type Checked = Pick<ToolFields, "type" | "name" | "ref" | "settings">;

export function toolFaults(fields: Checked, taken: ReadonlySet<string>): ToolFaults {
  const name = !Name.safeParse(fields.name.trim()).success && { name: "nameFault" as const };
  return { ...name, ...(isEventTool(fields.type) ? settingsFaults(fields.type, fields) : refFaults(fields, taken)) };
}

function settingsFaults(type: EventToolType, { settings }: Checked): ToolFaults {
  return toolSettings[type].safeParse(settings).success ? {} : { settings: "settingsFault" };
}

function refFaults(fields: Checked, taken: ReadonlySet<string>): ToolFaults {
  const ref = refIn(fields, taken);
  if (!Ref.safeParse(ref).success) return { ref: "refFault" };
  return taken.has(ref) ? { ref: "refTaken" } : {};
}
