import type { JsonObject } from "@banter/core/model/json.ts";
import { callGraph, type Graph, GraphRefusal } from "./graph.ts";

/**
 * What Meta tells of a person, asking for less where more is not allowed: some fields need permissions of their own, and
 * people without a profile, or whose profile may not be read, are simply not known.
 */
export async function fetchPerson(graph: Graph, id: string, ...wanted: readonly string[]): Promise<JsonObject> {
  for (const fields of wanted) {
    try {
      return (await callGraph(graph, { method: "GET", path: id, query: { fields } })).body;
    } catch (error) {
      // A token that is no longer good is for whoever sends next to find out.
      if (!(error instanceof GraphRefusal) || !["rejected", "bad_settings"].includes(error.failure)) throw error;
      if (error.error.code === 190) throw error;
    }
  }
  return {};
}

export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
