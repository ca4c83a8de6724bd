import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Anchor, Group, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";

export type AuditEntry = ReplyOf<"GET /workspaces/:workspace_id/audit">["entries"][number];

type Props = { entry: AuditEntry; page: string | undefined; target: string | undefined };

/** One line of the log. Its subject leads to the screen that shows it. */
export function Entry({ entry, page, target }: Props) {
  const { t, i18n } = useTranslation("team");
  const { user, action, subject, page_id, at } = entry;
  const what = t(`actions.${action}`, { defaultValue: action.replaceAll("_", " ") });
  const where = page ?? page_id;
  return (
    <Group component="li" justify="space-between" gap="xs" align="flex-start">
      <Text size="sm" flex="1 1 280px" style={{ overflowWrap: "anywhere" }}>
        <strong>{user || t("audit.server")}</strong>{" "}
        {target === undefined ? (
          `${what}${subject ? `: ${subject}` : ""}`
        ) : (
          <>
            {subject && `${what}: `}
            <ScreenLink href={target}>{subject ?? what}</ScreenLink>
          </>
        )}
        {where && (
          <Text span c="dimmed" size="sm">
            {" "}
            · {where}
          </Text>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        <time dateTime={at}>
          {new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      </Text>
    </Group>
  );
}

/** A link by an address that is only known as text. With a modifier key it opens as the browser likes. */
function ScreenLink({ href, children }: { href: string; children: string }) {
  const navigate = useNavigate();
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <Anchor href={href} onClick={go} inherit underline="always">
      {children}
    </Anchor>
  );
}
