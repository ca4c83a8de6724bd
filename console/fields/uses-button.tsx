import type { ReplyOf } from "@banter/sdk/manage.ts";
import { ActionIcon, Popover, Skeleton, Stack, Text } from "@mantine/core";
import { IconSitemap } from "@tabler/icons-react";
import { type QueryKey, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { hasOtherUses, maxCustomers, OtherUses } from "../frame/uses/catalog-uses.tsx";
import { listStyle } from "../frame/uses/use-list.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextLink } from "../ui/links.tsx";

type Uses = ReplyOf<"GET /pages/:page_id/tags/:tag_id/uses">;
type Props = { name: string; uses: () => Promise<Uses>; queryKey: QueryKey };

/** Shows the flows that use a tag or a field, with links to them, and how many customers have it. */
export function UsesButton({ name, uses, queryKey }: Props) {
  const { t } = useTranslation("uses");
  const [isOpen, setOpen] = useState(false);
  // Other people build flows meanwhile, so that every opening asks again.
  const found = useQuery({ queryKey, queryFn: uses, enabled: isOpen, staleTime: 0, gcTime: 0 });
  const label = t("open", { name });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          title={t("list")}
          onClick={() => setOpen((now) => !now)}
        >
          <IconSitemap size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} tabIndex={-1}>
        {found.data && <Found uses={found.data} />}
        {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <Skeleton h={40} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Found({ uses }: { uses: Uses }) {
  const { flows, customers, in_prechat_form } = uses;
  const { t, i18n } = useTranslation("uses");
  const { id: pageId } = usePage();
  const count = customers.toLocaleString(i18n.language);
  const isUnused = flows.length === 0 && customers === 0 && !in_prechat_form && !hasOtherUses(uses);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t("list")}
      </Text>
      {flows.length > 0 && (
        <ul aria-label={t("list")} style={{ ...listStyle, margin: 0 }}>
          {flows.map(({ flow_id, name, is_active }) => (
            <li key={flow_id}>
              <TextLink to="/pages/$pageId/flows/$flowId" params={{ pageId, flowId: String(flow_id) }} size="sm">
                {name}
              </TextLink>
              {!is_active && <Text span size="sm" c="dimmed">{` (${t("draft")})`}</Text>}
            </li>
          ))}
        </ul>
      )}
      <OtherUses uses={uses} />
      {in_prechat_form && <Text size="sm">{t("inForm")}</Text>}
      {customers > 0 && (
        <Text size="sm">{customers < maxCustomers ? t("have", { count: customers }) : t("haveMany", { count })}</Text>
      )}
      {isUnused && <Text size="sm">{t("unused")}</Text>}
    </Stack>
  );
}
