import { ActionIcon, Badge, Group, Menu, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { tagsQuery } from "../../queries.ts";
import { useCustomerChanged } from "./use-customer-changed.ts";

/** The customer's tags. Members who may converse add and remove them. */
export function CustomerTags({ psid, ids }: { psid: string; ids: readonly number[] }) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const mayConverse = useMay("converse");
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const onSettled = useCustomerChanged(psid);
  const change = useMutation({
    mutationFn: (body: { add_tags?: number[]; remove_tags?: number[] }) =>
      api("PATCH /pages/:page_id/customers/:psid", { params: { page_id: pageId, psid }, body }),
    onSettled,
  });
  const others = tags.filter(({ id }) => !ids.includes(id));
  return (
    <Group gap={6}>
      {ids.length === 0 && <Text size="sm">{t("beside.noTags")}</Text>}
      {tags
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name }) => (
          <Badge
            key={id}
            variant="default"
            tt="none"
            fw={500}
            rightSection={
              mayConverse && (
                <ActionIcon
                  size={16}
                  variant="transparent"
                  color="gray"
                  aria-label={t("beside.removeTag", { name })}
                  onClick={() => change.mutate({ remove_tags: [id] })}
                >
                  <IconX size={12} />
                </ActionIcon>
              )
            }
          >
            {name}
          </Badge>
        ))}
      {mayConverse && others.length > 0 && (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <ActionIcon size="sm" variant="default" loading={change.isPending} aria-label={t("beside.addTag")}>
              <IconPlus size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah="40vh" style={{ overflowY: "auto" }}>
            {others.map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => change.mutate({ add_tags: [id] })}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
