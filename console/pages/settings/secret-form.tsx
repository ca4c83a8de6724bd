import { SecretHost } from "@banter/core/flow/document/secret-host.ts";
import { SecretName } from "@banter/core/flow/secret-name.ts";
import { PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { usePage } from "../../frame/use-page.ts";
import { secretsQuery } from "../../queries.ts";
import { Chips } from "../../ui/chips.tsx";
import { errorText } from "../../ui/error-text.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { showToast } from "../../ui/toast.tsx";

/** Adds a secret, or gives one another value and other hosts. Without hosts, a secret keeps its own. */
export function SecretForm({ known }: { known: readonly string[] }) {
  const { t } = useTranslation("secrets");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: "", value: "", hosts: [] as string[] },
    validate: {
      name: (name) => (SecretName.safeParse(name.trim()).success ? null : t("nameFault")),
      value: (value) => (value.length >= 8 && !/\p{Cc}/u.test(value) ? null : t("valueFault")),
      hosts: (hosts, { name }) => {
        if (hosts.length === 0) return known.includes(name.trim()) ? null : t("hostsNeeded");
        return hosts.every((host) => SecretHost.safeParse(host).success) ? null : t("hostsFault");
      },
    },
  });
  const save = useMutation({
    mutationFn: ({ name, value, hosts }: { name: string; value: string; hosts: string[] }) =>
      api("PUT /pages/:page_id/secrets/:name", {
        params: { page_id, name: name.trim() },
        body: { value, ...(hosts.length > 0 && { hosts }) },
      }),
    onSuccess: async (_, { name }) => {
      form.reset();
      showToast({ message: t("saved", { name: name.trim() }) });
      await client.invalidateQueries(secretsQuery(page_id));
    },
    meta: { showsFailure: true },
  });
  useLeaveGuard(form.isDirty());
  return (
    <FormSection
      title={t("add")}
      help={t("addHelp")}
      submit={t("action")}
      isPending={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t("name")}
        description={t("nameHelp")}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        {...form.getInputProps("name")}
      />
      <PasswordInput
        label={t("value")}
        description={t("valueHelp")}
        autoComplete="new-password"
        maxLength={4000}
        visibilityToggleButtonProps={{ "aria-label": t("show") }}
        {...form.getInputProps("value")}
      />
      <Chips
        label={t("hosts")}
        description={t("hostsHelp")}
        placeholder={form.values.hosts.length === 0 ? "api.example.com" : undefined}
        maxTags={20}
        {...form.getInputProps("hosts")}
      />
      {save.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errorText(save.error)}
        </Text>
      )}
    </FormSection>
  );
}
