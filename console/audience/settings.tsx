import { Button, Checkbox, Group, NumberInput, Skeleton, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useLeaveGuard } from "../frame/use-leave-guard.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { Chips } from "../ui/chips.tsx";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { type Settings, settingsQuery } from "./queries.ts";

/** The page's rules for messages that nobody has asked for. */
export function SettingsForm() {
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(settingsQuery(pageId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return data ? <Form key={JSON.stringify(data)} stored={data} /> : <Skeleton h={240} />;
}

function Form({ stored }: { stored: Settings }) {
  const { t } = useTranslation("audience");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const [settings, setSettings] = useState(stored);
  const change = (part: Partial<Settings>) => setSettings((before) => ({ ...before, ...part }));
  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => api("PUT /pages/:page_id/audience", { params: { page_id }, body: settings }),
    onSuccess: (next) => {
      client.setQueryData(settingsQuery(page_id).queryKey, next);
      showToast({ message: t("settings.saved") });
    },
  });
  const isDirty = JSON.stringify(settings) !== JSON.stringify(stored);
  useLeaveGuard(isDirty && !save.isPending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xl" maw={640}>
        <Times settings={settings} change={change} isReadOnly={!mayBuild} />
        <Subscriptions settings={settings} change={change} isReadOnly={!mayBuild} />
        {save.error && <Failure error={save.error} />}
        {mayBuild && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!isDirty}>
              {t("settings.save")}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

type PartProps = { settings: Settings; change: (part: Partial<Settings>) => void; isReadOnly: boolean };

function Times({ settings: { quiet_hours, weekly_cap }, change, isReadOnly }: PartProps) {
  const { t } = useTranslation("audience");
  const clock = (key: "from" | "to") =>
    quiet_hours && (
      <TextInput
        type="time"
        label={t(`settings.${key}`)}
        required
        disabled={isReadOnly}
        value={quiet_hours[key]}
        onChange={(event) => change({ quiet_hours: { ...quiet_hours, [key]: event.currentTarget.value } })}
      />
    );
  return (
    <Section title={t("settings.times")} help={t("settings.timesHelp")}>
      <Switch
        label={t("settings.quiet")}
        disabled={isReadOnly}
        checked={quiet_hours !== null}
        onChange={(event) =>
          change({ quiet_hours: event.currentTarget.checked ? { from: "22:00", to: "07:00" } : null })
        }
      />
      <Group>
        {clock("from")}
        {clock("to")}
      </Group>
      <NumberInput
        maw={240}
        label={t("settings.cap")}
        description={t("settings.capHelp")}
        placeholder={t("settings.noCap")}
        min={1}
        max={21}
        allowDecimal={false}
        disabled={isReadOnly}
        value={weekly_cap ?? ""}
        onChange={(next) => change({ weekly_cap: typeof next === "number" ? next : null })}
      />
    </Section>
  );
}

function Subscriptions({ settings, change, isReadOnly }: PartProps) {
  const { t } = useTranslation("audience");
  const answer = (key: "opt_out_text" | "opt_in_text") => (
    <Textarea
      label={t(`settings.${key}`)}
      placeholder={t(`settings.usual_${key}`)}
      maxLength={500}
      autosize
      disabled={isReadOnly}
      value={settings[key] ?? ""}
      onChange={(event) =>
        change({ [key]: event.currentTarget.value.trim() === "" ? null : event.currentTarget.value })
      }
    />
  );
  const words = (key: "opt_out_words" | "opt_in_words") => (
    <Chips
      label={t(`settings.${key}`)}
      description={t("settings.wordsHelp")}
      maxTags={50}
      disabled={isReadOnly}
      value={settings[key]}
      onChange={(next) => change({ [key]: next })}
    />
  );
  return (
    <Section title={t("settings.subscriptions")} help={t("settings.subscriptionsHelp")}>
      <Checkbox
        label={t("settings.optIn")}
        description={t("settings.optInHelp")}
        disabled={isReadOnly}
        checked={settings.needs_opt_in}
        onChange={(event) => change({ needs_opt_in: event.currentTarget.checked })}
      />
      {words("opt_out_words")}
      {answer("opt_out_text")}
      {words("opt_in_words")}
      {answer("opt_in_text")}
    </Section>
  );
}
