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

/** Segments, sequences, rules and saved views that name a tag or a field, each in a line. */
export function OtherUses({ uses }: Pick<Props, "uses">) {
  const { t } = useTranslation("uses");
  const others = (["segment", "sequence", "rule", "view"] as const).flatMap((type) =>
    uses[`${type}s`].map(({ id, name }) => ({ id, words: t("named", { type: t(`type.${type}`), name }) })),
  );
  if (others.length === 0) return null;
  return (
    <div>
      <Text size="sm">{t("others")}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul aria-label={t("others")} tabIndex={0} style={listStyle}>
        {others.map(({ id, words }) => (
          <li key={id}>{words}</li>
        ))}
      </ul>
    </div>
  );
}

export const hasOtherUses = ({ segments, sequences, rules, views }: Props["uses"]) =>
  segments.length + sequences.length + rules.length + views.length > 0;

/** Everything that uses a tag or a field, and how many customers have it. */
export function CatalogUses({ text, uses }: Props) {
  const { flows, customers, in_prechat_form } = uses;
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
      <OtherUses uses={uses} />
      {in_prechat_form && <Text size="sm">{t("form")}</Text>}
      {flows.length === 0 && customers === 0 && !in_prechat_form && !hasOtherUses(uses) && (
        <Text size="sm">{t("unused")}</Text>
      )}
    </Stack>
  );
}
