import type { Path } from "../edit/draft.ts";
import type { FormOf } from "../steps/schema-form.ts";

/** What every input is given. A value may be anything; one that the input cannot show stays until it is changed. */
export type InputProps = {
  form: FormOf<"input">;
  label: string;
  path: Path;
  value: unknown;
  /** Undefined takes the setting away. */
  onChange: (value: unknown) => void;
  isReadOnly: boolean;
};
