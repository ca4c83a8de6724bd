import type { JsonObject } from "@banter/core/model/json.ts";
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import type { Form } from "../steps/schema-form.ts";
import { alternativesIn, chooseAlternative, chosenAlternative } from "../steps/shown-settings.ts";
import { useInspected } from "./context.ts";

type Props = { fields: [key: string, form: Form][]; path: Path; holder: JsonObject };

/** Lets one of several settings be chosen, where exactly one must be given: choosing one removes the others. */
export function Alternatives({ fields, path, holder }: Props) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const alternatives = alternativesIn(fields);
  const [first] = alternatives;
  if (!first) return null;
  return (
    <SegmentedControl
      aria-label={t(`alternatives.${first[1].alternative?.of}`)}
      data={alternatives.map(([key]) => ({ value: key, label: t(`alternatives.${key}`) }))}
      value={chosenAlternative(fields, holder) ?? ""}
      onChange={(key) => set(path, chooseAlternative(fields, holder, key))}
      disabled={isReadOnly}
      orientation="vertical"
      fullWidth
    />
  );
}
