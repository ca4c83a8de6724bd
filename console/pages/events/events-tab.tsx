import { Button, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { EndpointCard } from "./endpoint-card.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { type Endpoint, endpointsQuery } from "./queries.ts";
import { ShownOnce } from "./shown-once.tsx";
import * as words from "./words.ts";

addWords("events", words);

/** The addresses of other programs that are told of the page's events. */
export function EventsTab() {
  const { t } = useTranslation("events");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(endpointsQuery(pageId));
  const [editing, setEditing] = useState<Endpoint | "new">();
  const [secret, setSecret] = useState<{ name: string; text: string }>();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing("new")}>
      {t("add")}
    </Button>
  );
  // It is read again every few seconds: one failure must not close what is open.
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton h={240} />;
  return (
    <Stack gap="lg">
      {secret && <ShownOnce title={t("secretOf", { name: secret.name })} text={secret.text} what={t("secret")} />}
      {data.length === 0 ? (
        <EmptyState icon={IconWebhook} title={t("empty")} help={t("emptyHelp")} action={mayBuild && add} />
      ) : (
        <Paper withBorder p="lg">
          <Section title={t("title")} help={t("help")} actions={mayBuild && add}>
            {!mayBuild && <Text size="sm">{t("readOnly")}</Text>}
            <Stack gap="sm" component="ul" aria-label={t("list")} p={0} m={0} style={{ listStyle: "none" }}>
              {data.map((endpoint) => (
                <li key={endpoint.id}>
                  <EndpointCard
                    endpoint={endpoint}
                    onEdit={() => setEditing(endpoint)}
                    onSecret={(text) => setSecret({ name: endpoint.name, text })}
                  />
                </li>
              ))}
            </Stack>
          </Section>
        </Paper>
      )}
      <EndpointForm
        editing={editing}
        onClose={() => setEditing(undefined)}
        onSecret={(name, text) => setSecret({ name, text })}
      />
    </Stack>
  );
}
