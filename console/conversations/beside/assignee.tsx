import { isAllowed } from "@banter/core/model/role.ts";
import { Button, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { useMe } from "../../frame/use-workspace.ts";
import type { Conversation } from "../../live/conversation-cache.ts";
import { membersQuery } from "../queries.ts";
import { useBotActions } from "./use-bot-actions.ts";

/** The member who looks after the conversation. */
export function Assignee({ conversation: { psid, assignee } }: { conversation: Conversation }) {
  const { t } = useTranslation("conversations");
  const page = usePage();
  const mayConverse = useMay("converse");
  const userId = useMe().user.id;
  const { data: members = [] } = useQuery({ ...membersQuery(page.workspace_id), enabled: mayConverse });
  const { assign } = useBotActions(psid);
  if (!mayConverse) return <Text size="sm">{assignee?.name ?? t("beside.nobody")}</Text>;
  const able = members
    .filter(({ role }) => isAllowed(role, "converse"))
    .map(({ id, name }) => ({ value: id, label: name }));
  const isListed = !assignee || able.some(({ value }) => value === assignee.user_id);
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        flex={1}
        size="xs"
        clearable
        searchable
        aria-label={t("beside.assignee")}
        placeholder={t("beside.nobody")}
        clearButtonProps={{ "aria-label": t("beside.unassign") }}
        data={isListed ? able : [...able, { value: assignee.user_id, label: assignee.name }]}
        value={assignee?.user_id ?? null}
        onChange={(chosen) => assign.mutate(chosen)}
      />
      {assignee?.user_id !== userId && (
        <Button size="xs" variant="default" onClick={() => assign.mutate(userId)}>
          {t("beside.assignMe")}
        </Button>
      )}
    </Group>
  );
}
