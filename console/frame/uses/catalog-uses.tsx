import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import { listStyle } from "./use-list.tsx";
import * as words from "./words.ts";

addWords("uses", words);

/** The server counts no further. */
export const maxCustomers = 10_000;

type Props = { text: string; uses: ReplyOf<"GET /pages/:page_id/tags/:tag_id/uses"> };

/** The flows that use a tag or a field, and how many customers have it. */
export function CatalogUses({ text, uses: { flows, customers, in_prechat_form } }: Props) {
  const { t, i18n } = useTranslation("uses");
  const count = customers.toLocaleString(i18n.language);
  return (
    <Stack gap="xs">
      <Text size="sm">{text}</Text>
      {customers > 0 && (
        <Text size="sm">
          {customers < maxCustomers ? t("customers", { count: customers }) : t("customersMany", { count })}
        </Text>
      )}
      {flows.length > 0 && (
        <div>
          <Text size="sm">{t("flows")}</Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
          <ul aria-label={t("list")} tabIndex={0} style={listStyle}>
            {flows.map(({ flow_id, name, is_active }) => (
              <li key={flow_id}>{is_active ? name : `${name} (${t("draft")})`}</li>
            ))}
          </ul>
        </div>
      )}
      {in_prechat_form && <Text size="sm">{t("form")}</Text>}
      {flows.length === 0 && customers === 0 && !in_prechat_form && <Text size="sm">{t("unused")}</Text>}
    </Stack>
  );
}
