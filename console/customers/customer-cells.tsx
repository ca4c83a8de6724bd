import { Badge, Checkbox, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";
import { tagsQuery } from "../queries.ts";
import { ago } from "../ui/ago.ts";
import { TextLink } from "../ui/links.tsx";
import type { ColumnName } from "./columns.ts";
import { LastMessage } from "./person/last-message.tsx";
import { PersonAvatar } from "./person/person-avatar.tsx";
import type { Customer } from "./queries.ts";
import { ReachBadge } from "./reach-badge.tsx";

type Props = {
  customer: Customer;
  columns: ColumnName[];
  isSelected: boolean | undefined;
  onSelect: ((psid: string) => void) | undefined;
};

/** The cells of one row of the table. */
export function CustomerCells({ customer, columns, isSelected, onSelect }: Props) {
  const { t } = useTranslation("customers");
  const personName = usePersonName();
  const { id: pageId, channel } = usePage();
  const name = personName(customer);
  return (
    <>
      {onSelect && (
        <td className="customer-check">
          <Checkbox
            aria-label={t("select.one", { name })}
            checked={isSelected ?? false}
            onChange={() => onSelect(customer.psid)}
          />
        </td>
      )}
      <td>
        <Group gap="sm" wrap="nowrap">
          <PersonAvatar person={customer} channel={channel} size={36} />
          <Text component="span" size="sm" truncate>
            <TextLink to="/pages/$pageId/customers/$psid" params={{ pageId, psid: customer.psid }}>
              {name}
            </TextLink>
          </Text>
        </Group>
      </td>
      {columns.map((column) => (
        <Text key={column} component="td" size="sm" truncate>
          <Value customer={customer} column={column} />
        </Text>
      ))}
    </>
  );
}

function Value({ customer, column }: { customer: Customer; column: ColumnName }) {
  const { t, i18n } = useTranslation("customers");
  switch (column) {
    case "email":
    case "phone":
    case "locale":
    case "psid":
      return customer[column];
    case "last":
      return <LastMessage customer={customer} />;
    case "active_at":
    case "created_at": {
      const at = customer[column];
      return at && <time dateTime={at}>{ago(at, i18n.language)}</time>;
    }
    case "tags":
      return <TagBadges ids={customer.tags} />;
    case "source":
      return (
        customer.source && [t(`sources.${customer.source.type}`), customer.source.value].filter(Boolean).join(": ")
      );
    case "reach":
      return <ReachBadge customer={customer} />;
    default:
      return customer.fields[column.slice("field:".length)];
  }
}

export function TagBadges({ ids }: { ids: number[] }) {
  const { data: tags = [] } = useQuery(tagsQuery(usePage().id));
  const names = ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []);
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {names.slice(0, 3).map((name) => (
        <Badge key={name} component="span" variant="light" size="sm" tt="none" style={{ flexShrink: 0 }}>
          {name}
        </Badge>
      ))}
      {names.length > 3 && <span>+{names.length - 3}</span>}
    </Group>
  );
}
