import { Button, Group, Text } from "@mantine/core";
import { IconPlayerSkipForward } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import type { TryOut, TryOutAction } from "../try-out/try-out.ts";

const jumps = { hour: 3_600_000, day: 86_400_000 };

/** The clock of the conversation: it can be moved on, and waits can be skipped. */
export function TestClock({ view, act }: { view: TryOut; act: (action: TryOutAction) => void }) {
  const { t, i18n } = useTranslation("builder");
  const { page } = useScene();
  const format = new Intl.DateTimeFormat(i18n.language, {
    timeZone: page.timezone,
    dateStyle: "medium",
    timeStyle: "medium",
  });
  const { nextTimer } = view;
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} aria-live="polite">
        {format.format(view.now)} · {t(`test.waits.${view.isPaused ? "paused" : (view.waitsFor ?? "nothing")}`)}
      </Text>
      <Group gap={6}>
        {nextTimer !== null && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconPlayerSkipForward size={14} aria-hidden />}
            onClick={() => act({ type: "advance", to: nextTimer })}
          >
            {t("test.skip")}
          </Button>
        )}
        {(Object.keys(jumps) as (keyof typeof jumps)[]).map((jump) => (
          <Button
            key={jump}
            size="compact-sm"
            variant="default"
            onClick={() => act({ type: "advance", to: view.now + jumps[jump] })}
          >
            {t(`test.plus.${jump}`)}
          </Button>
        ))}
        {view.isPaused && (
          <Button size="compact-sm" variant="light" onClick={() => act({ type: "resume" })}>
            {t("test.giveBack")}
          </Button>
        )}
      </Group>
    </div>
  );
}
