import { Refusal } from "@banter/sdk/manage.ts";
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import type { EditValues } from "../edit-values.ts";
import { customersKey } from "../queries.ts";
import { CustomerInputs, inputAt } from "./customer-inputs.tsx";

/** The button that makes a contact by hand. */
export function NewContact() {
  const { t } = useTranslation("customers");
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
        {t("contacts.add")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t("contacts.title")}
        size="lg"
        closeButtonProps={{ "aria-label": t("ui:close") }}
      >
        <ContactForm onClose={close} />
      </Modal>
    </>
  );
}

const blank: EditValues = { first_name: "", last_name: "", email: "", phone: "", tags: [], fields: {} };

function ContactForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("customers");
  const { t: ui } = useTranslation("ui");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: blank });
  const make = useMutation({
    mutationFn: ({ tags, ...values }: EditValues) =>
      api("POST /pages/:page_id/customers", { params: { page_id }, body: { ...values, tags: tags.map(Number) } }),
    onSuccess: async ({ psid }) => {
      onClose();
      showToast({ message: t("contacts.made") });
      void client.invalidateQueries({ queryKey: customersKey(page_id) });
      await navigate({ to: "/pages/$pageId/customers/$psid", params: { pageId: page_id, psid } });
    },
    onError: (error) => {
      if (!(error instanceof Refusal)) return;
      for (const { path } of error.faults) form.setFieldError(inputAt(path), ui("errors.field"));
    },
    meta: { showsFailure: true },
  });
  const { first_name, last_name, email, phone } = form.values;
  const isBlank = [first_name, last_name, email, phone].every((value) => value.trim() === "");
  return (
    <form onSubmit={form.onSubmit((values) => make.mutate(values))} aria-label={t("contacts.title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("contacts.help")}
        </Text>
        <CustomerInputs form={form} />
        {make.error && !(make.error instanceof Refusal && make.error.faults.length > 0) && (
          <Text c="red" size="sm" role="alert">
            {make.error instanceof Refusal && make.error.code === "conflict"
              ? t("contacts.known")
              : errorText(make.error)}
          </Text>
        )}
        <DialogButtons onCancel={onClose} submit={t("contacts.make")} isPending={make.isPending} isDisabled={isBlank} />
      </Stack>
    </form>
  );
}
