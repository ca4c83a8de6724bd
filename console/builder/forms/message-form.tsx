import { ContentEditor } from "../content/content-editor.tsx";
import type { DraftStep } from "../edit/draft.ts";
import { useInspected, useLabel } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { Form } from "../steps/schema-form.ts";

type Props = { step: DraftStep; fields: [key: string, form: Form][] };

/** A message, with the settings that few need behind "More". */
export function MessageForm({ step, fields }: Props) {
  const label = useLabel();
  const { without = [] } = useInspected();
  const content = fields.find(([key]) => key === "content")?.[1];
  const rare = fields.filter(([key]) => key !== "content" && !without.includes(key));
  const keys = rare.map(([key]) => key);
  return (
    <ContentEditor
      label={label(content?.label)}
      path={["content"]}
      value={step.content}
      more={{
        isUsed: keys.some((key) => step[key] !== undefined),
        places: keys,
        settings: rare.map(([key, form]) => <Field key={key} form={form} path={[key]} value={step[key]} />),
      }}
    />
  );
}
