import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { errorText } from "../../ui/error-text.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { addWords } from "../../words.ts";
import * as words from "./inbox-words.ts";
import { MinutesSelect } from "./minutes-select.tsx";
import { StoredSettings, useStoreSettings } from "./stored-settings.tsx";

addWords("inboxSettings", words);

type Settings = ReplyOf<"GET /pages/:page_id/inbox_settings">;

const promises = [5, 10, 15, 30, 60, 120, 240, 480, 1440];

const keyOf = (pageId: string) => ["page", pageId, "inbox-settings"];

/** How soon people answer, how long the bot stays silent then, and when a hand-over ends by itself. */
export function InboxTab() {
  const { id: pageId } = usePage();
  const load = () => api("GET /pages/:page_id/inbox_settings", { params: { page_id: pageId } });
  return (
    <StoredSettings queryKey={keyOf(pageId)} load={load} height={240}>
      {(settings) => <SettingsForm settings={settings} />}
    </StoredSettings>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation("inboxSettings");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const form = useForm({ initialValues: settings });
  const save = useStoreSettings({
    queryKey: keyOf(pageId),
    form,
    store: (body) => api("PUT /pages/:page_id/inbox_settings", { params: { page_id: pageId }, body }),
  });
  useLeaveGuard(form.isDirty());
  const { hand_over_text, hand_over_minutes } = form.values;
  return (
    <FormSection
      title={t("title")}
      help={mayBuild ? t("help") : t("readOnly")}
      submit={t("ui:save")}
      isPending={save.isPending}
      isDisabled={!mayBuild || !form.isDirty()}
      staysInView
      onSubmit={form.onSubmit((values) =>
        save.mutate({ ...values, hand_over_text: values.hand_over_text?.trim() ? values.hand_over_text : null }),
      )}
    >
      <MinutesSelect
        label={t("answer")}
        description={t("answerHelp")}
        noneLabel={t("noPromise")}
        usual={promises}
        disabled={!mayBuild}
        {...form.getInputProps("answer_minutes")}
      />
      <MinutesSelect
        label={t("pause")}
        description={t("pauseHelp")}
        noneLabel={t("untilGivenBack")}
        disabled={!mayBuild}
        {...form.getInputProps("pause_minutes")}
      />
      <MinutesSelect
        label={t("handOver")}
        description={t("handOverHelp")}
        noneLabel={t("never")}
        disabled={!mayBuild}
        {...form.getInputProps("hand_over_minutes")}
      />
      {hand_over_minutes !== null && (
        <Textarea
          label={t("text")}
          description={t("textHelp")}
          autosize
          minRows={2}
          maxLength={2000}
          disabled={!mayBuild}
          value={hand_over_text ?? ""}
          onChange={(event) => form.setFieldValue("hand_over_text", event.currentTarget.value)}
        />
      )}
      {save.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errorText(save.error)}
        </Text>
      )}
    </FormSection>
  );
}
