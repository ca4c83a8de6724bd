import { instantOf } from "@banter/core/flow/time.ts";
import { LocalTime } from "@banter/core/model/time/local-time.ts";
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { dateTime } from "../../ui/ago.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import { zoneCity } from "../../ui/period/zone-city.ts";
import { showToast } from "../../ui/toast.tsx";
import { useBuilder, useScene } from "../context.ts";
import { useRefreshFlow } from "./use-refresh-flow.ts";

type Props = { publishAt: string | null; onClose: () => void };

const maxMs = 366 * 86_400_000;

/** Chooses when the draft is published, in the page's time zone. */
export function ScheduleDialog({ publishAt, onClose }: Props) {
  const { t, i18n } = useTranslation("triggers");
  const { timezone } = useScene().page;
  const hasErrors = useBuilder(({ problems }) => problems.some(({ severity }) => severity === "error"));
  const [local, setLocal] = useState(publishAt === null ? "" : localTime(publishAt, timezone));
  const instant = LocalTime.safeParse(local).success ? instantOf(local, timezone) : undefined;
  const ahead = instant === undefined ? 0 : instant - Date.now();
  const isGood = ahead > 0 && ahead <= maxMs;
  const { schedule, cancel } = useSchedule(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood && instant !== undefined && !hasErrors) schedule.mutate(new Date(instant).toISOString());
  };
  const error = schedule.error ?? cancel.error;
  return (
    <Modal opened onClose={onClose} title={t("schedule.title")} closeButtonProps={{ "aria-label": t("ui:close") }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t("schedule.help")}</Text>
          {hasErrors && (
            <Alert color="red" variant="light">
              {t("schedule.errors")}
            </Alert>
          )}
          <TextInput
            data-autofocus
            type="datetime-local"
            label={t("schedule.at")}
            description={t("schedule.zone", { zone: zoneCity(timezone) })}
            value={local}
            error={local !== "" && !isGood ? t("schedule.past") : undefined}
            onChange={(event) => setLocal(event.currentTarget.value.slice(0, 16))}
          />
          {isGood && instant !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {dateTime(new Date(instant).toISOString(), { language: i18n.language, timezone })}
            </Text>
          )}
          {error && (
            <Alert color="red" role="alert">
              {errorText(error)}
            </Alert>
          )}
          <Group justify={publishAt === null ? "flex-end" : "space-between"}>
            {publishAt !== null && (
              <Button variant="subtle" color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                {t("schedule.cancel")}
              </Button>
            )}
            <DialogButtons
              onCancel={onClose}
              submit={t("schedule.submit")}
              isPending={schedule.isPending}
              isDisabled={!isGood || hasErrors}
            />
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The instant as a `datetime-local` input takes it. */
function localTime(instant: string, timezone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  return format.format(new Date(instant)).replace(" ", "T");
}

function useSchedule(onDone: () => void) {
  const { t, i18n } = useTranslation("triggers");
  const { builder, page, flowId } = useScene();
  const params = { page_id: page.id, flow_id: flowId };
  const refresh = useRefreshFlow();
  const schedule = useMutation({
    meta: { showsFailure: true },
    mutationFn: async (publish_at: string) => {
      await builder.saver.flush();
      const body = { publish_at, revision: builder.saver.revision };
      await api("PUT /pages/:page_id/flows/:flow_id/schedule", { params, body });
      return publish_at;
    },
    onSuccess: (at) => {
      const when = dateTime(at, { language: i18n.language, timezone: page.timezone });
      showToast({ message: t("schedule.done", { when }) });
      onDone();
    },
    onSettled: refresh,
  });
  const cancel = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => api("DELETE /pages/:page_id/flows/:flow_id/schedule", { params }),
    onSuccess: () => {
      showToast({ message: t("schedule.cancelled") });
      onDone();
    },
    onSettled: refresh,
  });
  return { schedule, cancel };
}
