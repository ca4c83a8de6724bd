import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { confirm } from "../../ui/confirm.tsx";
import { errorText } from "../../ui/error-text.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { addWords } from "../../words.ts";
import * as words from "./data-words.ts";
import { MinutesSelect } from "./minutes-select.tsx";
import { StoredSettings, useStoreSettings } from "./stored-settings.tsx";

addWords("dataSettings", words);

type Settings = ReplyOf<"GET /pages/:page_id/retention">;

const keyOf = (pageId: string) => ["page", pageId, "retention"];
const kinds = ["messages_days", "turns_days", "traces_days", "visits_days", "audit_days"] as const;
const minutesOfDay = 1440;
const usual = [7, 14, 30, 60, 90, 180, 365, 730, 1095, 1825].map((days) => days * minutesOfDay);

/** How long the page keeps each kind of data. */
export function DataTab() {
  const { id: pageId } = usePage();
  const load = () => api("GET /pages/:page_id/retention", { params: { page_id: pageId } });
  return (
    <StoredSettings queryKey={keyOf(pageId)} load={load} height={360}>
      {(settings) => <SettingsForm settings={settings} />}
    </StoredSettings>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation("dataSettings");
  const { id: pageId } = usePage();
  const mayOwn = useMay("own");
  const form = useForm({ initialValues: settings });
  const save = useStoreSettings({
    queryKey: keyOf(pageId),
    form,
    store: (body) => api("PUT /pages/:page_id/retention", { params: { page_id: pageId }, body }),
  });
  useLeaveGuard(form.isDirty());
  const submit = async (values: Settings) => {
    const question = { title: t("ask.title"), body: t("ask.body"), action: t("ask.action") };
    if (!isShorter(settings, values) || (await confirm(question))) save.mutate(values);
  };
  return (
    <FormSection
      title={t("title")}
      help={mayOwn ? t("help") : t("readOnly")}
      submit={t("ui:save")}
      isPending={save.isPending}
      isDisabled={!mayOwn || !form.isDirty()}
      staysInView
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {kinds.map((kind) => {
        const days = form.values[kind];
        return (
          <MinutesSelect
            key={kind}
            label={t(kind)}
            description={t(`${kind}Help`)}
            noneLabel={t("forever")}
            disabled={!mayOwn}
            usual={usual}
            value={days === null ? null : days * minutesOfDay}
            onChange={(minutes) => form.setFieldValue(kind, minutes === null ? null : minutes / minutesOfDay)}
          />
        );
      })}
      {save.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errorText(save.error)}
        </Text>
      )}
    </FormSection>
  );
}

/** Some data that is kept now would be removed. */
const isShorter = (before: Settings, after: Settings): boolean =>
  kinds.some((kind) => (after[kind] ?? Number.POSITIVE_INFINITY) < (before[kind] ?? Number.POSITIVE_INFINITY));
