import { Text, VisuallyHidden } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

type Props = {
  now: number;
  before: number;
  /** Of these numbers, fewer are better: failures, waits. */
  isBad?: boolean;
};

/** How a number has changed against the period before: an arrow and percent. */
export function Change({ now, before, isBad = false }: Props) {
  const { t, i18n } = useTranslation("ui");
  if (now === before) return <Sign icon={IconArrowRight} text={t("change.same")} color="dimmed" />;
  // Without a past, nothing is better or worse.
  if (before === 0) return <Sign text={t("change.fromNone")} color="dimmed" />;
  const isMore = now > before;
  const color = isMore === isBad ? "var(--mantine-color-red-text)" : "var(--mantine-color-green-text)";
  const icon = isMore ? IconArrowUpRight : IconArrowDownRight;
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 0 });
  const text = percent.format(Math.abs(now - before) / before);
  return (
    <Sign icon={icon} text={text} label={t(isMore ? "change.more" : "change.less", { percent: text })} color={color} />
  );
}

type SignProps = { icon?: typeof IconArrowRight; text: string; label?: string; color: string };

function Sign({ icon: Icon, text, label, color }: SignProps) {
  return (
    <Text span size="sm" c={color} style={{ whiteSpace: "nowrap" }}>
      {Icon && <Icon size={14} style={{ verticalAlign: "-2px", marginInlineEnd: 4 }} aria-hidden />}
      <span aria-hidden={label !== undefined || undefined}>{text}</span>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </Text>
  );
}
