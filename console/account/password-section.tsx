import { PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormSection } from "../ui/form-section.tsx";
import { showToast } from "../ui/toast.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { NewPasswordInput } from "./new-login.tsx";
import { wrongPasswordText } from "./wrong-entry-text.ts";

/** Changes the password, which ends all other sessions. */
export function PasswordSection() {
  const { t } = useTranslation("account");
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { currentPassword: "", newPassword: "" } });
  const change = useMutation({
    mutationFn: (passwords: typeof form.values) => auth("POST /change-password", passwords),
    onSuccess: async () => {
      form.reset();
      showToast({ message: t("passwords.changed") });
      await queryClient.invalidateQueries({ queryKey: ["sessions"] });
    },
    meta: { showsFailure: true },
  });
  return (
    <FormSection
      title={t("passwords.title")}
      help={t("passwords.help")}
      onSubmit={form.onSubmit((passwords) => change.mutate(passwords))}
      submit={t("passwords.action")}
      isPending={change.isPending}
    >
      <FormFailure text={wrongPasswordText(change.error, t("passwords.wrong"))} />
      <PasswordInput
        label={t("passwords.current")}
        autoComplete="current-password"
        required
        visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
        {...form.getInputProps("currentPassword")}
      />
      <NewPasswordInput label={t("passwords.next")} {...form.getInputProps("newPassword")} />
    </FormSection>
  );
}
