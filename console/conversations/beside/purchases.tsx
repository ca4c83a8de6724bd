import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { ago } from "../../ui/ago.ts";
import { purchasesQuery } from "../queries.ts";
import { type Attachment, purchaseText } from "../thread/purchase-text.ts";
import { Part } from "./part.tsx";

/** The customer's last orders and payments, the newest first; nothing without one. */
export function Purchases({ psid }: { psid: string }) {
  const { t, i18n } = useTranslation("conversations");
  const { data: messages = [] } = useQuery(purchasesQuery(usePage().id, psid));
  if (messages.length === 0) return null;
  const isPurchase = ({ type }: Attachment) => type === "order" || type === "payment";
  return (
    <Part title={t("beside.purchases")}>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {messages.toReversed().map(({ id, at, input }) => (
          <li key={id}>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {(input?.attachments ?? [])
                .filter(isPurchase)
                .map((each) => purchaseText(each, i18n.language, t))
                .join("; ")}
            </Text>
            <Text size="xs" c="dimmed">
              {ago(at, i18n.language)}
            </Text>
          </li>
        ))}
      </Stack>
    </Part>
  );
}
