import { Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";
import { ago } from "../ui/ago.ts";
import { TextLink } from "../ui/links.tsx";
import { TagBadges } from "./customer-cells.tsx";
import { PersonAvatar } from "./person/person-avatar.tsx";
import type { Customer } from "./queries.ts";
import { ReachBadge } from "./reach-badge.tsx";

type Props = {
  customer: Customer;
  isSelected: boolean | undefined;
  onSelect: ((psid: string) => void) | undefined;
};

/** A customer on a phone. */
export function CustomerCard({ customer, isSelected, onSelect }: Props) {
  const { t, i18n } = useTranslation("customers");
  const personName = usePersonName();
  const { id: pageId, channel } = usePage();
  const name = personName(customer);
  const at = customer.active_at ?? customer.created_at;
  return (
    <Paper withBorder p="sm" h={100}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {onSelect && (
          <Checkbox
            mt={2}
            aria-label={t("select.one", { name })}
            checked={isSelected ?? false}
            onChange={() => onSelect(customer.psid)}
          />
        )}
        <PersonAvatar person={customer} channel={channel} />
        <Stack gap={4} flex={1} miw={0}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text component="span" truncate>
              <TextLink to="/pages/$pageId/customers/$psid" params={{ pageId, psid: customer.psid }}>
                {name}
              </TextLink>
            </Text>
            <Text component="time" size="xs" c="dimmed" style={{ flexShrink: 0 }}>
              {ago(at, i18n.language)}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" truncate>
            {customer.last?.text || [customer.phone, customer.email].filter(Boolean).join(" · ")}
          </Text>
          <Group gap={6} wrap="nowrap" style={{ overflow: "hidden" }}>
            <ReachBadge customer={customer} />
            <TagBadges ids={customer.tags} />
          </Group>
        </Stack>
      </Group>
    </Paper>
  );
}
