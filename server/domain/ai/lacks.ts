import type { ModelForm } from "@banter/core/flow/ai/model.ts";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import type { Lack } from "./protocols/protocol.ts";

/** Then a server is asked for everything again: it may have learned it. */
const keptMs = 60 * 60 * 1000;

type Called = Pick<ModelForm, "protocol" | "base_url" | "model">;

const known = new BoundedMap<string, { lacks: ReadonlySet<Lack>; until: number }>(1000);

/** The features that a model's server has refused, so that not every call is refused first. */
export function knownLacks(model: Called): ReadonlySet<Lack> {
  const found = known.get(keyOf(model));
  return found && performance.now() < found.until ? found.lacks : new Set();
}

/** Notes with which features less a call was answered. */
export function rememberLacks(model: Called, lacks: ReadonlySet<Lack>): void {
  if (lacks.size > knownLacks(model).size) known.set(keyOf(model), { lacks, until: performance.now() + keptMs });
}

const keyOf = ({ protocol, base_url, model }: Called) => JSON.stringify([protocol, base_url, model]);
