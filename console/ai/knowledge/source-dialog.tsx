import { readIntervals } from "@banter/core/knowledge/source.ts";
import { Modal, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { faultAt } from "../../ui/error-text.ts";
import { Failure } from "../../ui/failure.tsx";
import { knowledgeKey, type SourceForm } from "./queries.ts";

export type FormKind = SourceForm["kind"];

type Edited = { id: number | null; form: SourceForm };

export function blankOf(kind: FormKind, name: string): SourceForm {
  if (kind === "text") return { kind, name, text: "" };
  return kind === "site" ? { kind, name, url: "https://", every: "week" } : { kind, name };
}

/** Adds or changes a text, a site or the page's flows. */
export function SourceDialog({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { t } = useTranslation("knowledge");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [form, setForm] = useState(edited.form);
  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => {
      const body = { ...form, name: form.name.trim() };
      return edited.id === null
        ? api("POST /pages/:page_id/knowledge", { params: { page_id }, body })
        : api("PUT /pages/:page_id/knowledge/:source_id", { params: { page_id, source_id: edited.id }, body });
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKey(page_id) }),
  });
  const isWhole = form.name.trim() !== "" && (form.kind !== "text" || form.text.trim() !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) save.mutate();
  };
  const urlFault = faultAt(save.error, "/url");
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t(`dialog.${form.kind}`)}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            required
            maxLength={200}
            data-autofocus
            value={form.name}
            onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
          />
          {form.kind === "text" && (
            <Textarea
              label={t("text")}
              description={t("textHelp")}
              required
              autosize
              minRows={8}
              maxRows={20}
              maxLength={200_000}
              value={form.text}
              onChange={(event) => setForm({ ...form, text: event.currentTarget.value })}
            />
          )}
          {form.kind === "site" && (
            <>
              <TextInput
                label={t("url")}
                description={t("urlHelp")}
                type="url"
                required
                maxLength={2000}
                value={form.url}
                error={urlFault}
                onChange={(event) => setForm({ ...form, url: event.currentTarget.value })}
              />
              <Select
                label={t("every")}
                allowDeselect={false}
                data={readIntervals.map((value) => ({ value, label: t(`intervals.${value}`) }))}
                value={form.every ?? "week"}
                onChange={(every) =>
                  setForm({ ...form, every: readIntervals.find((each) => each === every) ?? "week" })
                }
              />
            </>
          )}
          {form.kind === "flows" && (
            <Text size="sm" c="dimmed">
              {t("flowsHelp")}
            </Text>
          )}
          {save.error && !urlFault && <Failure error={save.error} />}
          <DialogButtons onCancel={onClose} submit={t("save")} isPending={save.isPending} isDisabled={!isWhole} />
        </Stack>
      </form>
    </Modal>
  );
}
