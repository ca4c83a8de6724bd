import type { Path } from "../edit/draft.ts";
import type { FormOf } from "../steps/schema-form.ts";

/** The props of every input. The value may be of any type; one that the input cannot show stays until it is changed. */
export type InputProps = {
  form: FormOf<"input">;
  label: string;
  path: Path;
  value: unknown;
  /** Undefined removes the setting. */
  onChange: (value: unknown) => void;
  isReadOnly: boolean;
  placeholder?: string;
  /** Inside of a bubble, a card or a button: without a frame and a visible label. */
  isBare?: boolean;
};
