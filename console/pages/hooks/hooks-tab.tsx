import { Button, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowBigDownLine, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { hooksQuery } from "../../queries.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { ShownOnce } from "../events/shown-once.tsx";
import { HookCard } from "./hook-card.tsx";
import { HookForm } from "./hook-form.tsx";
import type { Hook } from "./queries.ts";
import * as words from "./words.ts";

addWords("hooks", words);

/** The addresses of the page that other programs call. */
export function HooksTab() {
  const { t } = useTranslation("hooks");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(hooksQuery(pageId));
  const [editing, setEditing] = useState<{ hook: Hook | undefined; body?: string | undefined }>();
  const [made, setMade] = useState<{ name: string; url: string }>();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({ hook: undefined })}>
      {t("add")}
    </Button>
  );
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton h={240} />;
  return (
    <Stack gap="lg">
      {made && <ShownOnce title={t("addressOf", { name: made.name })} text={made.url} what={t("address")} />}
      {data.length === 0 ? (
        <EmptyState icon={IconArrowBigDownLine} title={t("empty")} help={t("emptyHelp")} action={mayBuild && add} />
      ) : (
        <Paper withBorder p="lg">
          <Section title={t("title")} help={t("help")} actions={mayBuild && add}>
            {!mayBuild && <Text size="sm">{t("readOnly")}</Text>}
            <Stack gap="sm" component="ul" aria-label={t("list")} p={0} m={0} style={{ listStyle: "none" }}>
              {data.map((hook) => (
                <li key={hook.id}>
                  <HookCard
                    hook={hook}
                    onEdit={(body) => setEditing({ hook, body })}
                    onAddress={(url) => setMade({ name: hook.name, url })}
                  />
                </li>
              ))}
            </Stack>
          </Section>
        </Paper>
      )}
      <HookForm editing={editing} onClose={() => setEditing(undefined)} onMade={setMade} />
    </Stack>
  );
}
