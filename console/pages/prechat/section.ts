import type { FormDraft } from "./form-draft.ts";

type Form = NonNullable<FormDraft>;

/** The part of the form's settings that a section shows. */
export type FormSection = {
  form: Form;
  /** The parts that the server would refuse: `consent.url`. */
  faults: Set<string>;
  disabled: boolean;
  change: (part: Partial<Form>) => void;
};
