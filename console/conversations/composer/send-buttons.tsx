import { Button, SegmentedControl } from "@mantine/core";
import { IconChecks, IconSend } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export type Mode = "reply" | "note";

/** `isLast`: the conversation is done with it. */
type Props = { mode: Mode; isDisabled: boolean; isPending: boolean; onSend: (isLast: boolean) => void };

export function SendButtons({ mode, isDisabled, isPending, onSend }: Props) {
  const { t } = useTranslation("conversations");
  return (
    <>
      {mode === "reply" && (
        <Button
          className="send-done short-on-phones"
          variant="light"
          leftSection={<IconChecks size={18} aria-hidden />}
          disabled={isDisabled}
          onClick={() => onSend(true)}
        >
          {t("composer.sendDone")}
        </Button>
      )}
      <Button
        className="send"
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={isDisabled}
        loading={isPending}
        onClick={() => onSend(false)}
      >
        {t(mode === "note" ? "composer.addNote" : "composer.send")}
      </Button>
    </>
  );
}

export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useTranslation("conversations");
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("composer.mode")}
      value={mode}
      onChange={(chosen) => onChange(chosen as Mode)}
      data={[
        { value: "reply", label: t("composer.reply") },
        { value: "note", label: t("composer.note") },
      ]}
    />
  );
}
