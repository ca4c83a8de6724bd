import { Loader } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconEye, IconHandClick } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Message } from "../queries.ts";

const icons = {
  queued: IconClock,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  seen: IconEye,
  clicked: IconHandClick,
  failed: IconAlertTriangle,
};

/** When a message was sent, and how far it came. */
export function StateLine({ message }: { message: Message }) {
  const { t, i18n } = useTranslation("conversations");
  const { at, state, due_at, possible_duplicate, clicked } = message;
  if (state === "received") return <Clock at={at} />;
  const shown = clicked.length > 0 && state !== "failed" ? "clicked" : state;
  const Icon = icons[shown];
  return (
    <span className="bubble-state" data-state={shown}>
      <Clock at={at} />
      <span className="state">
        <Icon size={14} aria-hidden /> {t(`states.${shown}`)}
      </span>
      {state === "queued" && due_at && <span>{t("states.due", { at: timeOf(due_at, i18n.language) })}</span>}
      {possible_duplicate && <span className="is-warning">{t("states.duplicate")}</span>}
    </span>
  );
}

/** Below a message that the server does not have yet. */
export function SendingLine({ at }: { at: string }) {
  const { t } = useTranslation("conversations");
  return (
    <span className="bubble-state" data-state="pending">
      <Clock at={at} />
      <span className="state">
        <Loader size={12} color="gray" aria-hidden /> {t("states.pending")}
      </span>
    </span>
  );
}

export function Clock({ at }: { at: string }) {
  const { i18n } = useTranslation("conversations");
  const whole = new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "medium" });
  return (
    <time dateTime={at} title={whole}>
      {timeOf(at, i18n.language)}
    </time>
  );
}

const timeOf = (at: string, language: string) => new Date(at).toLocaleTimeString(language, { timeStyle: "short" });
