import { Button, Group, Modal, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { fieldsQuery, tagsQuery } from "../queries.ts";
import { showToast } from "../ui/toast.tsx";
import { type BulkBody, customersKey } from "./queries.ts";
import { type CustomerSearch, filterOf } from "./search.ts";
import { noSelection, type Selection } from "./selection.ts";

type Props = {
  selection: Selection;
  search: CustomerSearch;
  onSelect: (selection: Selection) => void;
  onDone: () => void;
};
type Kind = BulkBody["action"]["type"];

const kinds = [
  ["add_tag", "addTag"],
  ["remove_tag", "removeTag"],
  ["set_field", "setField"],
  ["block", "block"],
] as const;

/** The actions on the selected customers. */
export function BulkBar({ selection, search, onSelect, onDone }: Props) {
  const { t } = useTranslation("customers");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>();
  const start = useMutation({
    mutationFn: (action: BulkBody["action"]) => {
      const customers = selection.isAll ? { filter: filterOf(search) } : { psids: [...selection.psids] };
      return api("POST /pages/:page_id/customer_jobs", { params: { page_id }, body: { action, customers } });
    },
    onSuccess: (job) => {
      setKind(undefined);
      onDone();
      void client.invalidateQueries({ queryKey: customersKey(page_id) });
      const undo = () =>
        void undoWhenDone(page_id, job.id).then(() => client.invalidateQueries({ queryKey: customersKey(page_id) }));
      showToast({ message: t("bulk.started"), undo });
    },
  });
  const count = selection.psids.size;
  if (count === 0 && !selection.isAll) return null;
  return (
    <Paper component="section" withBorder p="sm" aria-label={t("select.count", { count })}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {selection.isAll ? t("select.all") : t("select.count", { count })}
        </Text>
        {!selection.isAll && (
          <Button size="compact-sm" variant="subtle" onClick={() => onSelect({ psids: new Set(), isAll: true })}>
            {t("select.allMatching")}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onSelect(noSelection)}>
          {t("select.clear")}
        </Button>
        <Group gap="xs" ml="auto">
          {kinds.map(([name, word]) => (
            <Button key={name} size="xs" variant="default" onClick={() => setKind(name)}>
              {t(`bulk.${word}`)}
            </Button>
          ))}
        </Group>
      </Group>
      {kind && (
        <BulkDialog
          kind={kind}
          isBusy={start.isPending}
          onClose={() => setKind(undefined)}
          onRun={(action) => start.mutate(action)}
        />
      )}
    </Paper>
  );
}

/** A job that still runs is stopped first. */
async function undoWhenDone(page_id: string, job_id: number): Promise<void> {
  const params = { page_id, job_id };
  await api("POST /pages/:page_id/customer_jobs/:job_id/stop", { params }).catch(() => undefined);
  await api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params }).catch(() => undefined);
}

type DialogProps = {
  kind: Kind;
  isBusy: boolean;
  onClose: () => void;
  onRun: (action: BulkBody["action"]) => void;
};

function BulkDialog({ kind, isBusy, onClose, onRun }: DialogProps) {
  const { t } = useTranslation("customers");
  const { t: ui } = useTranslation("ui");
  const { id: pageId } = usePage();
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const { data: fields = [] } = useQuery(fieldsQuery(pageId));
  const [tag, setTag] = useState<string | null>(null);
  const [field, setField] = useState<string | null>(null);
  const [value, setValue] = useState("");
  const action = actionOf(kind, { tag, field, value });
  const title = t(`bulk.${kinds.find(([name]) => name === kind)?.[1] ?? "block"}`);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": ui("close") }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (action) onRun(action);
        }}
      >
        <Stack>
          {(kind === "add_tag" || kind === "remove_tag") && (
            <Select
              data-autofocus
              label={t("bulk.tag")}
              description={tags.length === 0 ? t("bulk.noTags") : undefined}
              searchable
              data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={tag}
              onChange={setTag}
            />
          )}
          {kind === "set_field" && (
            <>
              <Select
                data-autofocus
                label={t("bulk.field")}
                description={fields.length === 0 ? t("bulk.noFields") : undefined}
                searchable
                data={fields.map(({ name, label }) => ({ value: name, label }))}
                value={field}
                onChange={setField}
              />
              <TextInput
                label={t("bulk.value")}
                description={t("bulk.valueHelp")}
                value={value}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
            </>
          )}
          {kind === "block" && <Text size="sm">{t("bulk.blockText")}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {ui("cancel")}
            </Button>
            <Button type="submit" disabled={!action} loading={isBusy} color={kind === "block" ? "red" : undefined}>
              {t("bulk.run")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function actionOf(
  kind: Kind,
  { tag, field, value }: { tag: string | null; field: string | null; value: string },
): BulkBody["action"] | undefined {
  if (kind === "add_tag" || kind === "remove_tag")
    return tag === null ? undefined : { type: kind, tag_id: Number(tag) };
  if (kind === "set_field") return field === null ? undefined : { type: kind, field, value };
  return { type: kind };
}
