import { isObject } from "@banter/core/model/json.ts";
import { Alert, Input, Slider, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../../frame/use-page.ts";
import { modelsQuery } from "../../../queries.ts";
import { TextLink } from "../../../ui/links.tsx";
import type { DraftStep } from "../../edit/draft.ts";
import { useInspected, useLabel } from "../../inspector/context.ts";
import { Field } from "../../inspector/field.tsx";
import type { Form } from "../../steps/schema-form.ts";
import { MoreSettings } from "../more-settings.tsx";
import { IntentsEditor } from "./intents-editor.tsx";
import { ToolsEditor } from "./tools-editor.tsx";

type Props = { step: DraftStep; fields: [key: string, form: Form][] };

/** Settings that few need. */
const rare = ["save", "history", "language", "max_length", "save_to"];

/** An AI step: which model, what it is told, what it may use and do, and what comes next. */
export function AiForm({ step, fields }: Props) {
  const { t } = useTranslation("builder");
  const formOf = (key: string) => fields.find(([name]) => name === key)?.[1];
  const draw = (key: string) => {
    const form = formOf(key);
    return form && <Field key={key} form={form} path={[key]} value={step[key]} />;
  };
  const [knowledge, stay, intents, tools] = ["knowledge", "stay", "intents", "tools"].map(formOf);
  return (
    <Stack gap="md">
      <ModelField form={formOf("model_id")} value={step.model_id} />
      {draw("instructions")}
      {knowledge && (
        <SwitchedPart form={knowledge} name="knowledge" value={step.knowledge} help={t("aiForm.knowledge")} />
      )}
      {tools && <ToolsEditor form={tools} path={["tools"]} value={step.tools} />}
      {intents && <IntentsEditor form={intents} path={["intents"]} value={step.intents} />}
      {stay && (
        <SwitchedPart form={stay} name="stay" value={step.stay} help={t("aiForm.stay")}>
          {partsOf(stay).map(([key, form]) => (
            <Field
              key={key}
              form={form}
              path={["stay", key]}
              value={isObject(step.stay) ? step.stay[key] : undefined}
            />
          ))}
        </SwitchedPart>
      )}
      <MoreSettings isUsed={rare.some((key) => step[key] !== undefined)} places={[...rare, "knowledge/"]}>
        {knowledge && isObject(step.knowledge) && <KnowledgeParts form={knowledge} value={step.knowledge} />}
        {rare.map(draw)}
      </MoreSettings>
    </Stack>
  );
}

const partsOf = (form: Form) => (form.kind === "object" ? form.fields : []);

/** Without a model there is nothing to choose from: where to add one. */
function ModelField({ form, value }: { form: Form | undefined; value: unknown }) {
  const { t } = useTranslation("builder");
  const { id: pageId } = usePage();
  const { data: models } = useQuery(modelsQuery(pageId));
  if (models && !models.some(({ purpose }) => purpose === "chat"))
    return (
      <Alert variant="light">
        {t("aiForm.noModel")}{" "}
        <TextLink to="/pages/$pageId/ai" params={{ pageId }} search={{ tab: "models" }} inherit>
          {t("aiForm.addModel")}
        </TextLink>
      </Alert>
    );
  return form && <Field form={form} path={["model_id"]} value={value} />;
}

type PartProps = { form: Form; name: string; value: unknown; help: string; children?: ReactNode };

/** A part that can be off. */
function SwitchedPart({ form, name, value, help, children }: PartProps) {
  const { set, isReadOnly } = useInspected();
  const label = useLabel();
  const isOn = isObject(value);
  return (
    <Stack gap="sm">
      <Switch
        label={label(form.label)}
        description={help}
        checked={isOn}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => set([name], currentTarget.checked ? {} : undefined)}
      />
      {isOn && children}
    </Stack>
  );
}

/** The sources, and the score that a passage needs. */
function KnowledgeParts({ form, value }: { form: Form; value: Record<string, unknown> }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const label = useLabel();
  const parts = new Map(partsOf(form));
  const [sources, threshold] = [parts.get("sources"), parts.get("threshold")];
  const given = value.threshold ?? threshold?.fallback;
  return (
    <>
      {sources && <Field form={sources} path={["knowledge", "sources"]} value={value.sources} />}
      <Input.Wrapper label={label(threshold?.label)} description={t("aiForm.threshold")} labelElement="div">
        <Slider
          mt="xs"
          min={0}
          max={1}
          step={0.01}
          thumbLabel={label(threshold?.label)}
          disabled={isReadOnly}
          value={typeof given === "number" ? given : 0}
          onChange={(next) => set(["knowledge", "threshold"], Math.round(next * 100) / 100)}
        />
      </Input.Wrapper>
    </>
  );
}
