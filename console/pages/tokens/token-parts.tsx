import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Alert, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "../../ui/code-block.tsx";

export type CreatedToken = ReplyOf<"POST /pages/:page_id/tokens">;

/** A token that was just made, which nobody can read again. */
export function NewToken({ token, title }: { token: string; title: string }) {
  const { t } = useTranslation("tokens");
  return (
    <Alert role="status" variant="outline" icon={<IconKey size={18} />} title={title}>
      <CodeBlock text={token} what={t("what")} />
    </Alert>
  );
}

export function TokenUses({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  const { t, i18n } = useTranslation("tokens");
  const say = (at: string) => new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Text size="sm" c="dimmed">
      {t("created", { at: say(createdAt) })} {lastUsedAt ? t("used", { at: say(lastUsedAt) }) : t("neverUsed")}
    </Text>
  );
}
