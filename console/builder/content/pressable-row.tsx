import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { IconCornerDownRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { stepPointer } from "../faults/shown-problems.ts";
import { StepSelect } from "../inputs/step-select.tsx";
import { useFault, useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { Form } from "../steps/schema-form.ts";
import { textKeyOf, withKind } from "./button-kind.ts";

type Props = {
  item: JsonObject;
  path: Path;
  form: Form;
  /** The usual key of its text. */
  words: "title" | "caption";
  name: string;
};

/** A button or quick reply: its words, and where it leads. */
export function PressableRow({ item, path, form, words, name }: Props) {
  const { t } = useTranslation("builder");
  const options = form.kind === "union" ? form.options : [];
  const chosen = options.find(([type]) => type === item.type)?.[1];
  const fields = chosen?.kind === "object" ? chosen.fields : [];
  const wordsKey = textKeyOf(item, words);
  const wordsForm = fields.find(([key]) => key === wordsKey)?.[1];
  const { opensApps }: ChannelFacts = channelFacts[useScene().page.channel];
  const settings = fields
    .filter(([key]) => key !== "title" && key !== "caption" && key !== "step")
    .filter(([key]) => key !== "opens_app" || opensApps || item.opens_app === true);
  return (
    <>
      <div className="row-words bare">
        {wordsForm ? (
          <Field
            form={{ ...wordsForm, isOptional: false } as Form}
            path={[...path, wordsKey]}
            value={item[wordsKey]}
            placeholder={t(`forms.${words}Hint`)}
            isBare
          />
        ) : (
          t(`replies.${item.type}`, { defaultValue: t(`presses.${item.type}`) })
        )}
      </div>
      <div className="row-more bare">
        <Target item={item} path={path} wordsKey={wordsKey} kinds={options.map(([type]) => type)} name={name} />
        {settings.map(([key, field]) => (
          <Field key={key} form={field} path={[...path, key]} value={item[key]} />
        ))}
      </div>
    </>
  );
}

type TargetProps = { item: JsonObject; path: Path; wordsKey: string; kinds: string[]; name: string };

const kindOf = "kind:";

/** The target of a press: a step, or another kind of press. */
function Target({ item, path, wordsKey, kinds, name }: TargetProps) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { stepId, set } = useInspected();
  const exit = [...path, "step"];
  const fault = useFault(exit);
  const isStep = item.type === "step";
  const asStep = (step: string | null) => set(path, { ...withKind(item, "step", wordsKey), step });
  return (
    <div className="press-target" data-field={stepPointer(stepId, exit)}>
      <IconCornerDownRight size={14} aria-hidden />
      <StepSelect
        isQuiet
        label={t("content.kindOf", { name })}
        error={fault}
        placeholder={t("targets.where")}
        value={isStep ? (typeof item.step === "string" ? item.step : null) : kindOf + String(item.type)}
        others={kinds
          .filter((kind) => kind !== "step")
          .map((kind) => ({ value: kindOf + kind, label: t(`presses.${kind}`) }))}
        onNew={(type) => {
          if (!isStep) asStep(null);
          builder.addBehind(type, { step: stepId, exit });
        }}
        onChange={(next) => {
          if (next?.startsWith(kindOf)) set(path, withKind(item, next.slice(kindOf.length), wordsKey));
          else asStep(next);
        }}
      />
    </div>
  );
}
