import { Alert, Button, Divider, Group, Select, Stack, Text, Textarea, Title } from "@mantine/core";
import { IconLanguage, IconSparkles } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { refusalWords } from "../../frame/help/model/refusal-words.ts";
import { HelpRefused, helped } from "../../frame/help/model/refused.ts";
import { errorText } from "../../ui/error-text.ts";
import { addWords } from "../../words.ts";
import { useBuilder, useScene } from "../context.ts";
import { readDraft } from "../edit/draft.ts";
import { languageChoices } from "./languages.ts";
import { Proposal, type Proposed } from "./proposal.tsx";
import * as words from "./words.ts";

addWords("assistant", words);

/** A model drafts, changes or translates the flow. Its proposal is shown as a difference; nothing is published. */
export function Assistant() {
  const { t, i18n } = useTranslation("assistant");
  const { builder, page, flowId } = useScene();
  const isEmpty = useBuilder(({ history }) => Object.keys(history.present.steps).length === 0);
  const [description, setDescription] = useState("");
  const [language, setLanguage] = useState<string | null>(i18n.language === "vi" ? "en" : "vi");
  const ask = useMutation({
    meta: { showsFailure: true },
    mutationFn: async (write: () => Promise<Proposed>) => {
      // The server works on the stored draft.
      await builder.saver.flush();
      return write();
    },
  });
  const draft = async (): Promise<Proposed> => {
    const body = { text: description.trim(), ...(!isEmpty && { flow_id: flowId }) };
    const reply = helped(await api("POST /pages/:page_id/flows/proposal", { params: { page_id: page.id }, body }));
    return { draft: readDraft(reply.draft), unknown: reply.unknown };
  };
  const translate = async (into: string): Promise<Proposed> => {
    const params = { page_id: page.id, flow_id: flowId };
    const body = { language: into };
    const reply = helped(await api("POST /pages/:page_id/flows/:flow_id/translation", { params, body }));
    return { draft: readDraft(reply.draft), kept: reply.kept.length, language: into };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (description.trim() !== "") ask.mutate(draft);
  };
  const taken = () => {
    ask.reset();
    setDescription("");
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t("title")}
      </Title>
      <Text size="sm" c="dimmed">
        {t("help")}
      </Text>
      <form onSubmit={submit}>
        <Stack gap="xs" align="flex-start">
          <Textarea
            w="100%"
            label={t(isEmpty ? "describe" : "change")}
            placeholder={t("example")}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={4000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="xs"
            leftSection={<IconSparkles size={16} aria-hidden />}
            disabled={description.trim() === "" || ask.isPending}
          >
            {t("draft")}
          </Button>
        </Stack>
      </form>
      {!isEmpty && (
        <>
          <Divider />
          <Group gap="xs" align="flex-end">
            <Select
              flex={1}
              searchable
              label={t("translate")}
              data={languageChoices(i18n.language)}
              value={language}
              allowDeselect={false}
              onChange={setLanguage}
            />
            <Button
              variant="default"
              leftSection={<IconLanguage size={16} aria-hidden />}
              disabled={language === null || ask.isPending}
              onClick={() => language !== null && ask.mutate(() => translate(language))}
            >
              {t("startTranslation")}
            </Button>
          </Group>
        </>
      )}
      <div role="status" aria-busy={ask.isPending}>
        {ask.isPending && <Text size="sm">{t("working")}</Text>}
        {ask.error && <Failed error={ask.error} />}
      </div>
      {ask.data && <Proposal proposed={ask.data} onTaken={taken} onDiscard={ask.reset} />}
    </Stack>
  );
}

function Failed({ error }: { error: unknown }) {
  const { t, i18n } = useTranslation("assistant");
  const isUseless = error instanceof HelpRefused && error.reason === "useless_draft";
  const reason = refusalWords(error, i18n.language);
  return (
    <Alert color="red" p="xs">
      <Text size="sm">
        {isUseless ? t("useless") : reason === undefined ? errorText(error) : t("refused", { reason })}
      </Text>
    </Alert>
  );
}
