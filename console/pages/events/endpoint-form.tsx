import { type EventType, eventTypes } from "@banter/core/events/event-type.ts";
import { Alert, Checkbox, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText, faultAt } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import { type Endpoint, endpointsQuery, typeKey } from "./queries.ts";

type Props = {
  editing: Endpoint | "new" | undefined;
  onClose: () => void;
  /** A new endpoint's secret, which is shown once. */
  onSecret: (name: string, secret: string) => void;
};

export function EndpointForm({ editing, onClose, onSecret }: Props) {
  const { t } = useTranslation("events");
  const { t: ui } = useTranslation("ui");
  return (
    <Modal
      opened={editing !== undefined}
      onClose={onClose}
      size="lg"
      title={editing === "new" ? t("form.new") : t("form.edit")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      {editing && <Form endpoint={editing === "new" ? undefined : editing} onClose={onClose} onSecret={onSecret} />}
    </Modal>
  );
}

/** Customers' words and what became of answers: what most programs want. */
const usual: EventType[] = ["customer.created", "message.received", "message.sent", "message.failed"];

function Form({ endpoint, onClose, onSecret }: Omit<Props, "editing"> & { endpoint: Endpoint | undefined }) {
  const { t } = useTranslation("events");
  const [name, setName] = useState(endpoint?.name ?? "");
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [types, setTypes] = useState<string[]>(endpoint?.types ?? usual);
  const save = useSave(endpoint, { onClose, onSecret });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name: name.trim(), url: url.trim(), types: types as EventType[] });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t("form.name")}
          description={t("form.nameHelp")}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t("form.url")}
          description={t("form.urlHelp")}
          type="url"
          inputMode="url"
          placeholder="https://shop.example/events"
          maxLength={2000}
          value={url}
          error={faultAt(save.error, "/url")}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Checkbox.Group label={t("form.types")} description={t("form.typesHelp")} value={types} onChange={setTypes}>
          <Stack gap={8} mt="xs">
            {eventTypes.map((type) => (
              <Checkbox key={type} value={type} label={t(typeKey(type))} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
        {save.error && !faultAt(save.error, "/url") && (
          <Alert color="red" role="alert">
            {errorText(save.error)}
          </Alert>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={endpoint ? t("ui:save") : t("form.create")}
          isPending={save.isPending}
          isDisabled={name.trim() === "" || url.trim() === "" || types.length === 0}
          staysInView
        />
      </Stack>
    </form>
  );
}

type Body = { name: string; url: string; types: EventType[] };

function useSave(endpoint: Endpoint | undefined, { onClose, onSecret }: Omit<Props, "editing">) {
  const { t } = useTranslation("ui");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) => {
      if (endpoint) {
        const params = { page_id, endpoint_id: endpoint.id };
        await api("PATCH /pages/:page_id/event_endpoints/:endpoint_id", { params, body });
        return;
      }
      const { secret } = await api("POST /pages/:page_id/event_endpoints", { params: { page_id }, body });
      onSecret(body.name, secret);
    },
    onSuccess: async () => {
      await client.invalidateQueries(endpointsQuery(page_id));
      if (endpoint) showToast({ message: t("saved") });
      onClose();
    },
    meta: { showsFailure: true },
  });
}
