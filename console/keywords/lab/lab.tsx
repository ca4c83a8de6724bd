import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Stack, Text } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { ago } from "../../ui/ago.ts";
import { Failure } from "../../ui/failure.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { addWords } from "../../words.ts";
import { type KeywordFields, nameOf } from "../keyword.ts";
import * as words from "./words.ts";

addWords("keywordLab", words);

type Result = ReplyOf<"POST /pages/:page_id/keywords/lab">;
/** A keyword with its unsaved edits; without an id, a new one. */
export type EditedKeyword = KeywordFields & { id: number | null };

/** Runs the keywords, with one edit or as they are, over the page's last messages. */
export function Lab({ edited }: { edited?: EditedKeyword }) {
  const { t } = useTranslation("keywordLab");
  const { id: page_id } = usePage();
  const lab = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => {
      const given = edited ? [{ ...edited, name: nameOf(edited) || t("newKeyword") }] : [];
      return api("POST /pages/:page_id/keywords/lab", { params: { page_id }, body: { edited: given } });
    },
  });
  return (
    <Stack gap="md" component="section" aria-label={t("title")}>
      <Text size="sm" c="dimmed">
        {t(edited ? "editHelp" : "help")}
      </Text>
      <Button
        variant="default"
        leftSection={<IconFlask size={16} aria-hidden />}
        loading={lab.isPending}
        onClick={() => lab.mutate()}
        style={{ alignSelf: "flex-start" }}
      >
        {t(lab.data ? "again" : edited ? "tryEdit" : "run")}
      </Button>
      {lab.error && <Failure error={lab.error} retry={() => lab.mutate()} />}
      <div role="status">{lab.data && <Results result={lab.data} isEdit={edited !== undefined} />}</div>
    </Stack>
  );
}

function Results({ result, isEdit }: { result: Result; isEdit: boolean }) {
  const { t, i18n } = useTranslation("keywordLab");
  if (result.examined === 0) return <Text size="sm">{t("noMessages")}</Text>;
  return (
    <Stack gap="lg">
      <Text size="sm">
        {t("examined", { count: result.examined, since: result.since ? ago(result.since, i18n.language) : "" })}
      </Text>
      {isEdit && <Moved result={result} />}
      <Hits result={result} />
      <DataTable
        title={t("unmatchedTitle")}
        file="lab-unmatched"
        empty={t("unmatchedNone")}
        rows={result.unmatched.groups}
        keyOf={({ text }) => text}
        columns={[
          { title: t("message"), value: ({ examples, text }) => examples[0] ?? text },
          { title: t("times"), value: ({ count }) => count },
        ]}
      />
    </Stack>
  );
}

function Moved({ result }: { result: Result }) {
  const { t } = useTranslation("keywordLab");
  return (
    <DataTable
      title={t("movedTitle")}
      file="lab-moved"
      empty={t("movedNone")}
      rows={result.moved}
      keyOf={({ from, to }) => `${from?.id} ${to?.id}`}
      columns={[
        { title: t("from"), value: ({ from }) => from?.name ?? t("unmatched") },
        { title: t("to"), value: ({ to }) => to?.name ?? t("unmatched") },
        { title: t("messages"), value: ({ count }) => count },
        { title: t("examples"), value: ({ examples }) => examples.join(" · ") },
      ]}
    />
  );
}

function Hits({ result }: { result: Result }) {
  const { t } = useTranslation("keywordLab");
  const found = result.keywords
    .filter(({ hits, shadowed }) => hits > 0 || shadowed.length > 0)
    .sort((one, other) => other.hits - one.hits);
  return (
    <DataTable
      title={t("hitsTitle")}
      file="lab-hits"
      empty={t("unmatched")}
      rows={found}
      keyOf={({ id, name }) => id ?? name}
      columns={[
        { title: t("keyword"), value: ({ name }) => name },
        { title: t("hits"), value: ({ hits }) => hits },
        {
          title: t("shadowed"),
          value: ({ shadowed }) =>
            shadowed.map(({ by, count }) => t("shadowedBy", { name: by.name, count })).join(", ") || "–",
        },
      ]}
    />
  );
}
