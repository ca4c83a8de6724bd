import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../../api.ts";
import { usePage } from "../../../frame/use-page.ts";
import { usePersonName } from "../../../frame/use-person-name.ts";
import { dateTime } from "../../../ui/ago.ts";
import { Failure } from "../../../ui/failure.tsx";
import { TextLink } from "../../../ui/links.tsx";
import { Section } from "../../../ui/screen.tsx";

const colors = { done: "teal", later: "blue", withheld: "orange", failed: "red", looped: "orange" } as const;

/** The log of a rule: what it did, to whom. */
export function RuleLog({ ruleId }: { ruleId: number }) {
  const { t, i18n } = useTranslation("automation");
  const personName = usePersonName();
  const { id: pageId, timezone } = usePage();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["page", pageId, "rules", ruleId, "log"],
    queryFn: ({ pageParam }) =>
      api("GET /pages/:page_id/rules/:rule_id/log", {
        params: { page_id: pageId, rule_id: ruleId },
        query: pageParam === null ? {} : { cursor: pageParam },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Section title={t("rules.log.title")} help={t("rules.log.help")}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!entries && !error && <Skeleton h={80} />}
      {entries?.length === 0 && <Text c="dimmed">{t("rules.log.empty")}</Text>}
      {entries && entries.length > 0 && (
        <Paper withBorder>
          <Stack gap={0} component="ul" p={0} m={0}>
            {entries.map(({ at, psid, name, did, why }, index) => (
              <Group
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and are never put in another order
                key={index}
                component="li"
                gap="sm"
                wrap="nowrap"
                px="md"
                py="xs"
                style={{
                  listStyle: "none",
                  borderTop: index === 0 ? 0 : "1px solid var(--mantine-color-default-border)",
                }}
              >
                <div style={{ flex: 1, minWidth: 0 }}>
                  <TextLink to="/pages/$pageId/customers/$psid" params={{ pageId, psid }} size="sm">
                    {personName({ name, psid })}
                  </TextLink>
                  <Text size="xs" c="dimmed">
                    <time dateTime={at}>{dateTime(at, { language: i18n.language, timezone })}</time>
                    {why && ` · ${t(`rules.log.why.${why}`, { defaultValue: why })}`}
                  </Text>
                </div>
                <Badge variant="dot" color={colors[did]} tt="none" flex="none">
                  {t(`rules.log.did.${did}`)}
                </Badge>
              </Group>
            ))}
          </Stack>
        </Paper>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("rules.log.more")}
        </Button>
      )}
    </Section>
  );
}
