import { instantOf } from "@banter/core/flow/time.ts";
import { Button, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import type { KeywordInfo, Runnable } from "./keyword.ts";
import { tryMessage } from "./tester-result.ts";
import { Verdict } from "./verdict.tsx";

type Props = {
  keywords: KeywordInfo[];
  runnable: Runnable;
  flowName: (id: number | null) => string;
  onEdit: (keyword: KeywordInfo) => void;
};

/** Tries a message on the keywords, in the browser and by the same rules as the server. */
export function Tester({ keywords, runnable, flowName, onEdit }: Props) {
  const { t } = useTranslation("keywords");
  const { timezone: zone } = usePage();
  const [message, setMessage] = useState("");
  const [time, setTime] = useState<string>();
  const text = useDeferredValue(message);
  const instant = useMemo(() => instantAt(time, zone, text), [time, zone, text]);
  const trial = useMemo(
    () => (text.trim() === "" ? undefined : tryMessage(keywords, runnable, text, { instant, zone })),
    [keywords, runnable, text, instant, zone],
  );
  const edit = (id: number) => {
    const keyword = keywords.find((one) => one.id === id);
    if (keyword) onEdit(keyword);
  };
  return (
    <Stack gap="md" component="section" aria-label={t("tester.title")}>
      <div>
        <Group gap={8}>
          <IconFlask size={20} aria-hidden />
          <Title order={2}>{t("tester.title")}</Title>
        </Group>
        <Text size="sm" c="dimmed" mt={2}>
          {t("tester.help")}
        </Text>
      </div>
      <Textarea
        label={t("tester.message")}
        placeholder={t("tester.placeholder")}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={5000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <When zone={zone} instant={instant} time={time} onChange={setTime} />
      <div role="status" aria-live="polite">
        {trial ? (
          <Verdict trial={trial} keywords={keywords} flowName={flowName} onEdit={edit} />
        ) : (
          <Text size="sm" c="dimmed">
            {t("tester.start")}
          </Text>
        )}
      </div>
    </Stack>
  );
}

type WhenProps = { zone: string; instant: number; time: string | undefined; onChange: (time?: string) => void };

function When({ zone, instant, time, onChange }: WhenProps) {
  const { t, i18n } = useTranslation("keywords");
  const clock = new Intl.DateTimeFormat(i18n.language, {
    timeZone: zone,
    weekday: "long",
    hour: "numeric",
    minute: "2-digit",
  }).format(instant);
  if (time === undefined)
    return (
      <Group gap="xs">
        <Text size="xs" c="dimmed" flex={1}>
          {t("tester.clock", { clock })}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(localAt(instant, zone))}>
          {t("tester.otherTime")}
        </Button>
      </Group>
    );
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        type="datetime-local"
        size="xs"
        flex={1}
        label={t("tester.time")}
        value={time}
        onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
        {t("tester.now")}
      </Button>
    </Group>
  );
}

/** The chosen time on the page's clock; without one, now. Every change of the text reads the clock again. */
function instantAt(time: string | undefined, zone: string, _text: string): number {
  return time === undefined ? Date.now() : instantOf(time, zone);
}

/** "2026-12-24T09:00", the format of the browser's date field. */
function localAt(instant: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return parts.format(instant).replace(" ", "T");
}
