import { answerPath } from "@banter/core/flow/steps/answer-path.ts";
import { isObject } from "@banter/core/model/json.ts";
import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { blankOf } from "../edit/new-step.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { EditorProps } from "./editor-props.ts";
import { RowList } from "./rows/row-list.tsx";
import { SendNow } from "./send-now/send-now.tsx";

/** The headers of a request: name and value. */
export function HeadersEditor({ form, path, value }: EditorProps) {
  const { t } = useTranslation("builder");
  return (
    <PairsEditor
      form={form}
      path={path}
      value={value}
      words={{ label: t("forms.headers"), add: t("forms.addHeader"), item: "forms.header", hint: "content-type" }}
      max={20}
    />
  );
}

/** Values of the answer, and the fields that they are saved in. A value of a real answer can be pressed. */
export function SavedValuesEditor({ form, path, value, step }: EditorProps) {
  const { builder } = useScene();
  const { stepId, set, isReadOnly } = useInspected();
  const saved: unknown[] = Array.isArray(value) ? value : [];
  const isKept = step.answer !== "content";
  const pick = (keys: string[]) => {
    if (!isKept || saved.length >= maxSaved) return;
    builder.markNew(stepId, [...path, saved.length]);
    set(path, [...saved, { path: answerPath(keys), field: "" }]);
  };
  return (
    <Stack gap="sm">
      {!isReadOnly && <SendNow step={step} onPick={pick} />}
      {isKept && <SavedValues form={form} path={path} value={value} />}
    </Stack>
  );
}

const maxSaved = 20;

function SavedValues({ form, path, value }: Omit<EditorProps, "step">) {
  const { t } = useTranslation("builder");
  return (
    <div>
      <PairsEditor
        form={form}
        path={path}
        value={value}
        words={{
          label: t("forms.savedValues"),
          add: t("forms.addSavedValue"),
          item: "forms.savedValue",
          hint: "order.items.0.name",
        }}
        max={maxSaved}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {t("forms.savedValueHelp")}
      </Text>
    </div>
  );
}

/** Parts of a place, a form or an order, and the fields that they are saved in. */
export function SavedPartsEditor({ form, path, value, step }: EditorProps) {
  const { t } = useTranslation("builder");
  const accept = step.accept === "order" || step.accept === "location" ? step.accept : "form";
  return (
    <div>
      <PairsEditor
        form={form}
        path={path}
        value={value}
        words={{
          label: t("forms.savedParts"),
          add: t("forms.addSavedPart"),
          item: "forms.savedPart",
          hint: t(`forms.partHint.${accept}`),
        }}
        max={50}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {t(`forms.savedPartHelp.${accept}`)}
      </Text>
    </div>
  );
}

type Words = {
  label: string;
  add: string;
  item: "forms.header" | "forms.savedValue" | "forms.savedPart";
  hint: string;
};
type PairsProps = Omit<EditorProps, "step"> & { words: Words; max: number };

function PairsEditor({ form, path, value, words, max }: PairsProps) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const item = form.kind === "list" && form.item.kind === "object" ? form.item : undefined;
  const [first, second] = item?.fields ?? [];
  if (!item || !first || !second) return null;
  return (
    <RowList
      label={words.label}
      items={Array.isArray(value) ? value : []}
      path={path}
      onChange={(next) => set(path, next.length > 0 ? next : undefined)}
      max={max}
      blank={() => blankOf(item)}
      add={{ label: words.add }}
      nameOf={(index) => t(words.item, { place: index + 1 })}
    >
      {(pair, index) => {
        const holder = isObject(pair) ? pair : {};
        return (
          <>
            <div className="row-words bare">
              <Field
                form={first[1]}
                path={[...path, index, first[0]]}
                value={holder[first[0]]}
                placeholder={words.hint}
              />
            </div>
            <div className="row-more bare">
              <Field form={second[1]} path={[...path, index, second[0]]} value={holder[second[0]]} />
            </div>
          </>
        );
      }}
    </RowList>
  );
}
