import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { switchKind } from "../edit/switch-kind.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { Form, FormOf } from "../steps/schema-form.ts";
import { shownSettings } from "../steps/shown-settings.ts";

type Props = {
  form: FormOf<"union">;
  path: Path;
  value: unknown;
  /** Names the choice of the kind. */
  label: string;
  /** Kinds that are not offered here. One that is chosen already stays. */
  without?: readonly string[];
  /** Draws the settings of a kind in its own way. */
  body?: (kind: string, item: JsonObject, fields: [key: string, form: Form][]) => ReactNode;
};

/** A row whose kind is chosen first: a rule or an action. */
export function UnionRow({ form: { discriminator, options }, path, value, label, without = [], body }: Props) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const item = isObject(value) ? value : {};
  const kind = String(item[discriminator] ?? "");
  const option = options.find(([name]) => name === kind)?.[1];
  const fields = option?.kind === "object" ? shownSettings(option.fields, item) : [];
  return (
    <>
      <div className="row-head">
        <Select
          aria-label={label}
          allowDeselect={false}
          maxDropdownHeight={320}
          data={options
            .filter(([name]) => name === kind || !without.includes(name))
            .map(([name]) => ({ value: name, label: t(`options.${name}`, { defaultValue: name }) }))}
          value={kind}
          readOnly={isReadOnly}
          onChange={(next) => {
            const other = options.find(([name]) => name === next);
            if (other) set(path, switchKind(value, discriminator, other));
          }}
        />
      </div>
      {fields.length > 0 && (
        <div className="row-more bare">
          {body?.(kind, item, fields) ??
            fields.map(([key, field]) => <Field key={key} form={field} path={[...path, key]} value={item[key]} />)}
        </div>
      )}
    </>
  );
}
