import { channelFacts } from "@banter/core/channels/index.ts";
import { isEventTool, ToolType } from "@banter/core/model/tool.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import { Alert, Modal, Radio, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { FlowSelect } from "../frame/flow-select.tsx";
import { usePage } from "../frame/use-page.ts";
import { ChoiceCard } from "../ui/choice-card.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { errorText } from "../ui/error-text.ts";
import { showToast } from "../ui/toast.tsx";
import { type Tool, toolsQuery } from "./tool.ts";
import { fieldsOf, refIn, refsOf, type ToolFields, toolFaults } from "./tool-fields.ts";

type Props = {
  editing: Tool | "new" | undefined;
  /** The flow of a new tool. */
  flowId?: number | undefined;
  tools: readonly Tool[];
  onClose: () => void;
};

/** Makes or changes a growth tool. */
export function ToolForm({ editing, flowId, tools, onClose }: Props) {
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
      {editing && (
        <Form tool={editing === "new" ? undefined : editing} flowId={flowId} tools={tools} onClose={onClose} />
      )}
    </Modal>
  );
}

type FormProps = Omit<Props, "editing"> & { tool: Tool | undefined };

function Form({ tool, flowId, tools, onClose }: FormProps) {
  const { t } = useTranslation("tools");
  const save = useSaveTool(tool, onClose);
  const form = useForm<ToolFields>({ initialValues: fieldsOf(tool, flowId) });
  const taken = refsOf(tools, tool?.id);
  const ref = refIn(form.values, taken);
  const faults = toolFaults(form.values, taken);
  const isConflict = save.error instanceof Refusal && save.error.code === "conflict";
  const refFault = isConflict ? "refTaken" : faults.ref;
  const isGood = Object.keys(faults).length === 0;
  return (
    <form
      onSubmit={form.onSubmit((fields) => {
        if (isGood) save.mutate({ ...fields, ref });
      })}
    >
      <Stack>
        {!tool && <TypeChoice type={form.values.type} onChange={(type) => form.setFieldValue("type", type)} />}
        <TextInput
          label={t("form.name")}
          description={t("form.nameHelp")}
          {...form.getInputProps("name")}
          error={faults.name && form.values.name !== "" ? t(`form.${faults.name}`) : undefined}
        />
        <TextInput
          label={t("form.ref")}
          description={t("form.refHelp")}
          value={ref}
          error={refFault && ref !== "" ? t(`form.${refFault}`) : undefined}
          onChange={(event) => {
            form.setFieldValue("ref", event.currentTarget.value);
            save.reset();
          }}
        />
        <FlowSelect
          label={t("form.flow")}
          placeholder={t("form.flowNone")}
          value={form.values.flow_id}
          onChange={(id) => form.setFieldValue("flow_id", id)}
        />
        <Switch
          label={t("form.published")}
          description={t("form.publishedHelp")}
          {...form.getInputProps("is_published", { type: "checkbox" })}
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

function useSaveTool(tool: Tool | undefined, onSaved: () => void) {
  const { t } = useTranslation("tools");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return useMutation({
    meta: { showsFailure: true },
    mutationFn: ({ type, name, ...fields }: ToolFields & { ref: string }) => {
      const body = { ...fields, name: name.trim() };
      if (tool) return api("PATCH /pages/:page_id/tools/:tool_id", { params: { page_id, tool_id: tool.id }, body });
      return api("POST /pages/:page_id/tools", { params: { page_id }, body: { ...body, type } });
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: toolsQuery(page_id).queryKey });
      showToast({ message: t(tool ? "done.saved" : "done.created", { name: saved.name }) });
      onSaved();
    },
  });
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
        {channelFacts[channel].tools
          .filter((one) => !isEventTool(one))
          .map((one) => (
            <ChoiceCard key={one} value={one} title={t(`type.${one}.name`)} help={t(`type.${one}.help`)} />
          ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
