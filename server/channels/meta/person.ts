import type { JsonObject } from "@banter/core/model/json.ts";
import { callGraph, type Graph, GraphRefusal } from "./graph.ts";

/**
 * A person's profile. Some fields need extra permissions, so each entry of `wanted` asks for fewer fields than the one
 * before. Empty if the person has no profile or it may not be read.
 */
export async function fetchPerson(graph: Graph, id: string, ...wanted: readonly string[]): Promise<JsonObject> {
  for (const fields of wanted) {
    try {
      return (await callGraph(graph, { method: "GET", path: id, query: { fields } })).body;
    } catch (error) {
      // A bad token is not handled here: the next send disconnects the page.
      if (!(error instanceof GraphRefusal) || !["rejected", "bad_settings"].includes(error.failure)) throw error;
      if (error.error.code === 190) throw error;
    }
  }
  return {};
}

export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
