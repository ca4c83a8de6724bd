import { Name } from "@banter/core/model/names.ts";
import { Ref, type ToolType } from "@banter/core/model/tool.ts";
import { refOf, type Tool } from "./tool.ts";

/** A growth tool as its form has it. `ref` is undefined until the user types one. */
export type ToolFields = {
  type: ToolType;
  name: string;
  ref: string | undefined;
  flow_id: number | null;
  is_published: boolean;
};

export function fieldsOf(tool: Tool | undefined, flowId?: number): ToolFields {
  return {
    type: tool?.type ?? "chat_ref_url",
    name: tool?.name ?? "",
    ref: tool?.ref ?? undefined,
    flow_id: tool ? tool.flow_id : (flowId ?? null),
    is_published: tool?.is_published ?? true,
  };
}

/** The refs of the other tools. */
export function refsOf(tools: readonly Tool[], exceptId: number | undefined): Set<string> {
  return new Set(tools.flatMap(({ id, ref }) => (id === exceptId || ref === null ? [] : [ref])));
}

/** The typed ref, else one made of the name. */
export function refIn({ name, ref }: Pick<ToolFields, "name" | "ref">, taken: ReadonlySet<string>): string {
  return ref ?? (name.trim() === "" ? "" : refOf(name, taken));
}

/** The faults that prevent saving, by field. */
export type ToolFaults = { name?: "nameFault"; ref?: "refFault" | "refTaken" };

export function toolFaults(fields: Pick<ToolFields, "name" | "ref">, taken: ReadonlySet<string>): ToolFaults {
  const ref = refIn(fields, taken);
  const refFault = !Ref.safeParse(ref).success ? "refFault" : taken.has(ref) ? "refTaken" : undefined;
  return {
    ...(!Name.safeParse(fields.name.trim()).success && { name: "nameFault" as const }),
    ...(refFault && { ref: refFault }),
  };
}
