import type { Look } from "@banter/core/model/content/look.ts";

/** The part of the form that a section shows. */
export type LookSection = {
  look: Look;
  /** The fields that the server would refuse: `bubble.text`. */
  faults: Set<string>;
  disabled: boolean;
  change: (part: Partial<Look>) => void;
};
