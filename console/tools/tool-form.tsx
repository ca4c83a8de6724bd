import { Name } from "@banter/core/model/names.ts";
import { Ref, ToolType } from "@banter/core/model/tool.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import { Alert, Modal, Radio, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { FlowSelect } from "../frame/flow-select.tsx";
import { usePage } from "../frame/use-page.ts";
import { ChoiceCard } from "../ui/choice-card.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { errorText } from "../ui/error-text.ts";
import { showToast } from "../ui/toast.tsx";
import { channelTools } from "./channel-tools.ts";
import { refOf, type Tool, toolsQuery } from "./tool.ts";

type Props = { editing: Tool | "new" | undefined; tools: readonly Tool[]; onClose: () => void };

/** Makes or changes a growth tool. */
export function ToolForm({ editing, tools, onClose }: Props) {
  const { t } = useTranslation("tools");
  const { t: ui } = useTranslation("ui");
  return (
    <Modal
      opened={editing !== undefined}
      onClose={onClose}
      size="lg"
      title={editing === "new" ? t("form.new") : t("form.edit")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      {editing && <Form tool={editing === "new" ? undefined : editing} tools={tools} onClose={onClose} />}
    </Modal>
  );
}

function Form({ tool, tools, onClose }: { tool: Tool | undefined; tools: readonly Tool[]; onClose: () => void }) {
  const { t } = useTranslation("tools");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [type, setType] = useState<ToolType>(tool?.type ?? "chat_ref_url");
  const [name, setName] = useState(tool?.name ?? "");
  const [typedRef, setTypedRef] = useState(tool?.ref ?? undefined);
  const [flowId, setFlowId] = useState(tool?.flow_id ?? null);
  const [isPublished, setPublished] = useState(tool?.is_published ?? true);

  const taken = new Set(tools.filter(({ id }) => id !== tool?.id).flatMap(({ ref }) => (ref === null ? [] : [ref])));
  const ref = typedRef ?? (name.trim() === "" ? "" : refOf(name, taken));
  const isNamed = Name.safeParse(name.trim()).success;
  const refFault = ref === "" || Ref.safeParse(ref).success ? undefined : t("form.refFault");
  const refTaken = taken.has(ref) ? t("form.refTaken") : undefined;
  const isGood = isNamed && ref !== "" && !refFault && !refTaken;

  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => {
      const body = { name: name.trim(), ref, flow_id: flowId, is_published: isPublished };
      if (tool) return api("PATCH /pages/:page_id/tools/:tool_id", { params: { page_id, tool_id: tool.id }, body });
      return api("POST /pages/:page_id/tools", { params: { page_id }, body: { ...body, type } });
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: toolsQuery(page_id).queryKey });
      showToast({ message: t(tool ? "done.saved" : "done.created", { name: saved.name }) });
      onClose();
    },
  });
  const isConflict = save.error instanceof Refusal && save.error.code === "conflict";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {!tool && <TypeChoice type={type} onChange={setType} />}
        <TextInput
          label={t("form.name")}
          description={t("form.nameHelp")}
          value={name}
          error={name === "" || isNamed ? undefined : t("form.nameFault")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t("form.ref")}
          description={t("form.refHelp")}
          value={ref}
          error={refFault ?? refTaken ?? (isConflict ? t("form.refTaken") : undefined)}
          onChange={(event) => {
            setTypedRef(event.currentTarget.value);
            save.reset();
          }}
        />
        <FlowSelect
          label={t("form.flow")}
          placeholder={t("form.flowNone")}
          value={flowId}
          onChange={setFlowId}
          limit={100}
        />
        <Switch
          label={t("form.published")}
          description={t("form.publishedHelp")}
          checked={isPublished}
          onChange={(event) => setPublished(event.currentTarget.checked)}
        />
        {save.error && !isConflict && (
          <Alert color="red" role="alert">
            {errorText(save.error)}
          </Alert>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={tool ? t("form.save") : t("form.create")}
          isPending={save.isPending}
          isDisabled={!isGood}
        />
      </Stack>
    </form>
  );
}

function TypeChoice({ type, onChange }: { type: ToolType; onChange: (type: ToolType) => void }) {
  const { t } = useTranslation("tools");
  const { channel } = usePage();
  return (
    <Radio.Group
      label={t("form.type")}
      value={type}
      onChange={(value) => onChange(ToolType.options.find((one) => one === value) ?? type)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
        {channelTools[channel].map((one) => (
          <ChoiceCard key={one} value={one} title={t(`type.${one}.name`)} help={t(`type.${one}.help`)} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
