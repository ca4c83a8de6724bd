import { Modal, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { evaluationsKey, evaluationsQuery } from "../../queries.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { Failure } from "../../ui/failure.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { showToast } from "../../ui/toast.tsx";

type Props = { psid: string; text: string; onClose: () => void };

/** Makes a question of an evaluation of a customer's words, which are shown and can be changed before. */
export function AddToEvaluation({ psid, text, onClose }: Props) {
  const { t } = useTranslation("conversations");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const { data } = useQuery(evaluationsQuery(page_id));
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState(text.slice(0, 4000));
  const [wanted, setWanted] = useState("");
  const evaluation = data?.find(({ id }) => String(id) === chosen) ?? data?.[0];
  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: async ({ evaluation_id }: { evaluation_id: number }) => {
      const expects = wanted.trim() === "" ? [] : [{ expect: "says" as const, text: wanted.trim() }];
      const question = { said: [{ from: "customer" as const, text: asked.trim() }], expects };
      await api("POST /pages/:page_id/evaluations/:evaluation_id/questions", {
        params: { page_id, evaluation_id },
        body: { psid, question },
      });
    },
    onSuccess: () => {
      showToast({ message: t("evaluation.added") });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: evaluationsKey(page_id) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (evaluation && asked.trim() !== "") save.mutate({ evaluation_id: evaluation.id });
  };
  return (
    <Modal opened onClose={onClose} title={t("evaluation.title")} closeButtonProps={{ "aria-label": t("ui:close") }}>
      {data?.length === 0 ? (
        <Stack gap="md">
          <Text size="sm">{t("evaluation.none")}</Text>
          <ButtonLink to="/pages/$pageId/ai" params={{ pageId: page_id }} search={{ tab: "evaluations" }}>
            {t("evaluation.screen")}
          </ButtonLink>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <Select
              label={t("evaluation.which")}
              allowDeselect={false}
              data={(data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              value={evaluation ? String(evaluation.id) : null}
              onChange={setChosen}
            />
            <Textarea
              label={t("evaluation.said")}
              description={t("evaluation.saidHelp")}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={4000}
              value={asked}
              onChange={(event) => setAsked(event.currentTarget.value)}
            />
            <TextInput
              label={t("evaluation.wanted")}
              description={t("evaluation.wantedHelp")}
              maxLength={500}
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
            />
            {save.error && <Failure error={save.error} />}
            <DialogButtons
              onCancel={onClose}
              submit={t("evaluation.add")}
              isPending={save.isPending}
              isDisabled={!evaluation || asked.trim() === ""}
            />
          </Stack>
        </form>
      )}
    </Modal>
  );
}
