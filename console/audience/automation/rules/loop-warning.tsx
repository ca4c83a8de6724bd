import { Alert, Badge } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Rule } from "../../queries.ts";

/** Tells in the list that a rule was stopped, or would be. */
export function LoopBadge({ rule: { looped, loop } }: { rule: Rule }) {
  const { t } = useTranslation("automation");
  if (looped === 0 && loop.length === 0) return null;
  return (
    <Badge variant="light" color="orange" tt="none" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
      {looped > 0 ? t("rules.loop.stopped", { count: looped }) : t("rules.loop.would")}
    </Badge>
  );
}

/** Tells on which way, through rules, flows and sequences, it would set itself off again. */
export function LoopWarning({ rule: { looped, loop } }: { rule: Rule }) {
  const { t } = useTranslation("automation");
  if (looped === 0 && loop.length === 0) return null;
  const names = loop.map(({ type, name }) => (type === "rule" ? name : t(`rules.loop.${type}`, { name })));
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />} title={t("rules.loop.title")}>
      {loop.length > 0 && t("rules.loop.way", { way: [...names, names[0]].join(" → ") })}{" "}
      {looped > 0 && t("rules.loop.told", { count: looped })}
    </Alert>
  );
}
