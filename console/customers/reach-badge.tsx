import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Customer } from "./queries.ts";

type Props = { customer: Pick<Customer, "is_blocked" | "unreachable" | "is_window_open" | "is_contact"> };

/** If the customer can be written to now. */
export function ReachBadge({ customer }: Props) {
  const { t } = useTranslation("customers");
  if (customer.is_blocked) return <Look color="red" text={t("reach.blocked")} />;
  if (customer.is_contact) return <Look color="gray" text={t("reach.contact")} />;
  if (customer.unreachable) return <Look color="red" text={t("reach.unreachable")} />;
  return customer.is_window_open ? (
    <Look color="teal" text={t("reach.open")} />
  ) : (
    <Look color="gray" text={t("reach.closed")} />
  );
}

function Look({ color, text }: { color: string; text: string }) {
  return (
    <Badge component="span" variant="dot" color={color} size="sm" tt="none">
      {text}
    </Badge>
  );
}
