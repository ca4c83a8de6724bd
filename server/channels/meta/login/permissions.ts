import { isObject } from "@banter/core/model/json.ts";
import { callGraph, type Graph, GraphRefusal } from "../graph.ts";

const pagePermissions = ["pages_show_list", "pages_messaging", "pages_manage_metadata", "pages_read_engagement"];
const instagramPermissions = ["instagram_basic", "instagram_manage_messages"];

export const neededPermissions: readonly string[] = [...pagePermissions, ...instagramPermissions];

/** The needed permissions that the person has not granted. */
export async function findMissingPermissions(user: Graph): Promise<string[]> {
  const granted = await findGranted(user);
  return granted ? neededPermissions.filter((name) => !granted.has(name)) : [];
}

/** True if the person has granted all that answering messages of pages takes. */
export const hasMessaging = (missing: readonly string[]): boolean =>
  !pagePermissions.some((name) => missing.includes(name));

/** True if the person has granted all that the pages' Instagram accounts need. */
export const hasInstagram = (missing: readonly string[]): boolean =>
  !instagramPermissions.some((name) => missing.includes(name));

/** Undefined if Meta does not tell, as it may not for tokens that belong to no person. */
async function findGranted(user: Graph): Promise<Set<unknown> | undefined> {
  try {
    const { body } = await callGraph(user, { method: "GET", path: "me/permissions" });
    const entries = Array.isArray(body.data) ? body.data.filter(isObject) : [];
    return new Set(entries.flatMap(({ permission, status }) => (status === "granted" ? [permission] : [])));
  } catch (error) {
    if (error instanceof GraphRefusal && error.error.code !== 190 && error.failure !== "throttled") return undefined;
    throw error;
  }
}
