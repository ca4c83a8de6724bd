import { Accordion, Alert, Button, Group, Stack, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { FlowSelect } from "../frame/flow-select.tsx";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { keywordsQuery } from "../queries.ts";
import { errorText } from "../ui/error-text.ts";
import { HoursInput } from "../ui/hours-input.tsx";
import { zoneCity } from "../ui/period/zone-city.ts";
import { showToast } from "../ui/toast.tsx";
import { fieldsOf, type KeywordFields, type KeywordInfo, type NewKeyword, nameOf, type Runnable } from "./keyword.ts";
import { keywordFaults } from "./keyword-faults.ts";
import { MatchInputs, NameInput } from "./match-inputs.tsx";

const Lab = lazyPart(async () => (await import("./lab/lab.tsx")).Lab, { height: 80 });

type Props = NewKeyword & {
  keyword: KeywordInfo | undefined;
  runnable: Runnable;
  onDirty: () => void;
  onCancel: () => void;
  onSaved: () => void;
};

export function KeywordForm({ keyword, phrase, flowId, suggested, runnable, onDirty, onCancel, onSaved }: Props) {
  const { t } = useTranslation("keywords");
  const { timezone: zone } = usePage();
  const mayBuild = useMay("build");
  const save = useSaveKeyword(keyword, onSaved);
  const form = useForm<KeywordFields>({
    initialValues: fieldsOf(keyword, { phrase, flowId, suggested }),
    validate: keywordFaults,
    onValuesChange: onDirty,
  });
  const { flow_id } = form.values;
  const isUnpublished = flow_id !== null && !runnable.has(flow_id);
  return (
    <form
      onSubmit={form.onSubmit((fields) => {
        if (mayBuild) save.mutate(fields);
      })}
    >
      <Stack>
        <NameInput form={form} readOnly={!mayBuild} />
        <MatchInputs form={form} disabled={!mayBuild} />
        <FlowSelect
          label={t("editor.flow")}
          placeholder={t("editor.flowNone")}
          description={isUnpublished ? t("editor.unpublished") : undefined}
          disabled={!mayBuild}
          value={flow_id}
          onChange={(id) => form.setFieldValue("flow_id", id)}
        />
        <HoursInput
          label={t("editor.hours")}
          description={t("editor.hoursHelp", { zone: zoneCity(zone) })}
          disabled={!mayBuild}
          value={form.values.hours}
          onChange={(hours) => form.setFieldValue("hours", hours)}
        />
        <Switch
          label={t("editor.on")}
          disabled={!mayBuild}
          {...form.getInputProps("is_activated", { type: "checkbox" })}
        />
        <Accordion variant="contained">
          <Accordion.Item value="lab">
            <Accordion.Control>{t("lab")}</Accordion.Control>
            <Accordion.Panel>
              <Lab edited={{ ...form.values, id: keyword?.id ?? null }} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        {save.error && (
          <Alert color="red" role="alert">
            {errorText(save.error)}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {t("editor.cancel")}
        </Button>
        {mayBuild && (
          <Button type="submit" disabled={keywordFaults(form.values).phrases !== undefined} loading={save.isPending}>
            {keyword ? t("editor.save") : t("editor.create")}
          </Button>
        )}
      </Group>
    </form>
  );
}

function useSaveKeyword(keyword: KeywordInfo | undefined, onSaved: () => void) {
  const { t } = useTranslation("keywords");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return useMutation({
    meta: { showsFailure: true },
    mutationFn: (fields: KeywordFields) => {
      const body = { ...fields, name: nameOf(fields) };
      if (!keyword) return api("POST /pages/:page_id/keywords", { params: { page_id }, body });
      return api("PATCH /pages/:page_id/keywords/:keyword_id", { params: { page_id, keyword_id: keyword.id }, body });
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: keywordsQuery(page_id).queryKey });
      showToast({ message: t(keyword ? "saved" : "created", { name: saved.name }) });
      onSaved();
    },
  });
}
