import { Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { secretsQuery } from "../../queries.ts";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { SecretForm } from "./secret-form.tsx";
import { SecretRow } from "./secret-row.tsx";
import * as words from "./secret-words.ts";

addWords("secrets", words);

/** The names and hosts of the page's secrets. Values go in and never come out. */
export function SecretsTab() {
  const { t } = useTranslation("secrets");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(secretsQuery(pageId));
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Section title={t("title")} help={t("help", { example: "{{secret.name}}" })}>
          <Text size="sm">{mayBuild ? t("safe") : t("readOnly")}</Text>
          {error ? <Failure error={error} retry={() => void refetch()} /> : null}
          {!data && !error && <Skeleton h={60} />}
          {data?.length === 0 && <Text c="dimmed">{t("empty")}</Text>}
          {data && data.length > 0 && (
            <Stack gap="xs" component="ul" aria-label={t("list")} p={0} m={0} style={{ listStyle: "none" }}>
              {data.map((secret) => (
                <li key={secret.name}>
                  <SecretRow secret={secret} mayBuild={mayBuild} />
                </li>
              ))}
            </Stack>
          )}
        </Section>
      </Paper>
      {mayBuild && <SecretForm known={data?.map(({ name }) => name) ?? []} />}
    </Stack>
  );
}
