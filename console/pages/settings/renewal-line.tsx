import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useTold } from "../../frame/channel/use-told.ts";
import type { PageConnection } from "./connected.ts";

/** When the platform's token is renewed, or the reason that the renewal failed. */
export function RenewalLine({ renewal }: { renewal: PageConnection["token_renewal"] }) {
  const { t, i18n } = useTranslation("pages");
  const told = useTold();
  if (!renewal) return null;
  const { next_at, reason } = renewal;
  const at = new Date(next_at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Text size="sm" c={reason === null ? "dimmed" : "var(--mantine-color-error)"} style={{ overflowWrap: "anywhere" }}>
      {reason === null ? t("renewal.next", { at }) : t("renewal.failed", { at, reason: told(reason) })}
    </Text>
  );
}
