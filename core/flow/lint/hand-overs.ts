import { channelFacts } from "../../channels/index.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { Finding, LintContext } from "../problem.ts";

/**
 * Finds steps that ask for a person or tell the team something while nobody would be told. A step that does both is all
 * right if one of them reaches somebody.
 */
export function lintHandOvers(steps: JsonObject, { reachedKinds }: LintContext): Finding[] {
  if (!reachedKinds || reachedKinds.includes("hand_over")) return [];
  return Object.entries(steps).flatMap(([step, settings]): Finding[] => {
    const telling = actionsOf(settings).flatMap((action, index) => {
      const kind = (["hand_over", "notify"] as const).find((name) => name === action);
      return kind ? { kind, index } : [];
    });
    if (telling.some(({ kind }) => reachedKinds.includes(kind))) return [];
    return telling.map(({ index }) => ({
      ...{ code: "nobody_told", step, path: pointer(["steps", step, "actions", index]), message },
    }));
  });
}

/** Finds steps that give the conversation to the platform's own inbox, on a channel without one. */
export function lintPlatformInbox(steps: JsonObject, { channel }: LintContext): Finding[] {
  if (channel === undefined || channelFacts[channel].hasInbox) return [];
  return Object.entries(steps).flatMap(([step, settings]) =>
    actionsOf(settings).flatMap((action, index): Finding[] => {
      if (action !== "hand_over_to_platform") return [];
      const path = pointer(["steps", step, "actions", index]);
      return [{ code: "no_platform_inbox", step, path, message: "needs an inbox that this channel does not have" }];
    }),
  );
}

/** The names of a step's actions. */
function actionsOf(settings: unknown): unknown[] {
  const actions = isObject(settings) && Array.isArray(settings.actions) ? settings.actions : [];
  return actions.map((action) => (isObject(action) ? action.action : undefined));
}

const message = "asks for a person, and nobody is told outside of the console";
