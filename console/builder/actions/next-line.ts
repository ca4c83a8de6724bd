import type { ExitOf } from "../builder.ts";
import type { Draft } from "../edit/draft.ts";
import { exitsOf } from "../steps/exits.ts";

/** The line of a step that comes after the given one, from the top and around; undefined if the step has none. */
export function nextLine(draft: Draft, id: string | undefined, current: ExitOf | null): ExitOf | undefined {
  const step = id === undefined ? undefined : draft.steps[id];
  if (id === undefined || !step) return undefined;
  const lines = exitsOf(step).filter(({ target }) => target !== null && draft.steps[target]);
  const handle = current?.step === id ? current.exit.join("/") : undefined;
  const at = lines.findIndex(({ path }) => path.join("/") === handle);
  const next = lines[(at + 1) % lines.length];
  return next && { step: id, exit: next.path };
}
