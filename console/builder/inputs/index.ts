import { ContentInput } from "../content/content-input.tsx";
import type { Inputs } from "./context.ts";
import { DateTimeInput } from "./date-time.tsx";
import { DurationInput } from "./duration.tsx";
import { CustomerFieldInput, CustomFieldInput } from "./fields.tsx";
import { FlowInput } from "./flow.tsx";
import { WeekHoursInput } from "./hours.tsx";
import { MediaInput } from "./media.tsx";
import { MessageFormInput } from "./message-form.tsx";
import { ModelInput, SourceInput } from "./named.tsx";
import { SecretInput } from "./secret.tsx";
import { SequenceInput } from "./sequence.tsx";
import { StepInput } from "./step.tsx";
import { TagInput } from "./tag.tsx";
import { LineInput, LongTextInput, PhoneInput, UrlInput } from "./texts.tsx";

/** The input of each kind of setting. A kind without an entry does not compile. */
export const inputs: Inputs = {
  text: LineInput,
  "long-text": LongTextInput,
  secret: SecretInput,
  phone: PhoneInput,
  "link-url": UrlInput,
  "media-url": MediaInput,
  duration: DurationInput,
  "date-time": DateTimeInput,
  hours: WeekHoursInput,
  content: ContentInput,
  "message-form": MessageFormInput,
  flow: FlowInput,
  sequence: SequenceInput,
  model: ModelInput,
  source: SourceInput,
  tag: TagInput,
  step: StepInput,
  "custom-field": CustomFieldInput,
  "customer-field": CustomerFieldInput,
};
