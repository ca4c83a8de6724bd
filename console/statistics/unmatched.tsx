import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useHasModel } from "../frame/help/model/use-has-model.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { ago } from "../ui/ago.ts";
import { Failure } from "../ui/failure.tsx";
import { TextLink } from "../ui/links.tsx";
import type { Days } from "../ui/period/period.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { unmatchedQuery } from "./queries.ts";

/** Messages that nothing answered, the same ones together, each a keyword that may be missing. */
export function Unmatched({ days }: { days: Days }) {
  const { t, i18n } = useTranslation("statistics");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const hasModel = useHasModel();
  const { data, error, refetch } = useQuery(unmatchedQuery(pageId, days));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  return (
    <Stack gap="xs" align="stretch">
      <DataTable
        order={2}
        title={t("unmatched.title")}
        help={data.is_all ? t("unmatched.help") : t("unmatched.newest", { count: data.examined })}
        file={`unmatched-${days.from}-${days.to}`}
        empty={t("unmatched.none")}
        rows={data.groups}
        keyOf={({ text }) => text}
        columns={[
          {
            title: t("unmatched.message"),
            value: ({ examples, text }) => examples[0] ?? text,
            cell: ({ examples }) => (
              <>
                {examples[0]}
                {examples.length > 1 && (
                  <Text size="xs" c="dimmed">
                    {t("unmatched.also", { examples: examples.slice(1).join(" · ") })}
                  </Text>
                )}
              </>
            ),
          },
          { title: t("unmatched.count"), value: ({ count }) => count },
          {
            title: t("unmatched.last"),
            value: ({ last_at }) => last_at,
            cell: ({ last_at }) => ago(last_at, i18n.language),
          },
          ...(mayBuild
            ? [
                {
                  title: t("unmatched.keyword"),
                  value: () => "",
                  cell: ({ examples, text }: (typeof data.groups)[number]) => (
                    <TextLink
                      to="/pages/$pageId/keywords"
                      params={{ pageId }}
                      search={{ phrase: examples[0] ?? text }}
                      inherit
                      aria-label={t("unmatched.makeOf", { text: examples[0] ?? text })}
                    >
                      {t("unmatched.make")}
                    </TextLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      {mayBuild && hasModel && data.groups.length > 0 && (
        <TextLink to="/pages/$pageId/keywords" params={{ pageId }} search={{ suggest: true }} size="sm">
          {t("unmatched.suggest")}
        </TextLink>
      )}
    </Stack>
  );
}
