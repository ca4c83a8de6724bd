import { Refusal } from "@banter/sdk/manage.ts";
import { Button, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { errorText } from "../ui/error-text.ts";
import { showToast } from "../ui/toast.tsx";
import { addWords } from "../words.ts";
import { CustomerInputs, inputAt } from "./contacts/customer-inputs.tsx";
import { editOf, valuesOf } from "./edit-values.ts";
import { type Customer, customerQuery, customersKey } from "./queries.ts";
import * as words from "./words.ts";

// The inbox shows the editor too, without the other screens of this area.
addWords("customers", words);

type Props = { customer: Customer; onSaved?: () => void };

/** Edits a customer's name, contact, tags and fields. Only what was changed is sent. */
export function CustomerEditor({ customer, onSaved }: Props) {
  const { t } = useTranslation("customers");
  const { t: ui } = useTranslation("ui");
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const before = valuesOf(customer);
  const form = useForm({ initialValues: before });
  const save = useMutation({
    mutationFn: (values: typeof before) =>
      api("PATCH /pages/:page_id/customers/:psid", {
        params: { page_id: pageId, psid: customer.psid },
        body: editOf(before, values),
      }),
    onSuccess: async (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
      form.resetDirty(valuesOf(saved));
      await client.invalidateQueries({ queryKey: customerQuery(pageId, customer.psid).queryKey });
      void client.invalidateQueries({ queryKey: customersKey(pageId) });
      showToast({ message: t("profile.saved") });
      onSaved?.();
    },
    onError: (error) => {
      if (!(error instanceof Refusal)) return;
      for (const { path } of error.faults) form.setFieldError(inputAt(path), ui("errors.field"));
    },
    meta: { showsFailure: true },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} aria-label={t("profile.edit")}>
      <Stack gap="sm">
        <CustomerInputs form={form} />
        {save.error && !(save.error instanceof Refusal && save.error.faults.length > 0) && (
          <div role="alert">{errorText(save.error)}</div>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {ui("save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
