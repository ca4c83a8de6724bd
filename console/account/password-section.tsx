import { Refusal } from "@banter/sdk/manage.ts";
import { Button, Group, Paper, PasswordInput, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../ui/error-text.ts";
import { Section } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { NewPasswordInput } from "./new-login.tsx";

/** Changes the password, which ends all other sessions. */
export function PasswordSection() {
  const { t } = useTranslation("account");
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation({
    mutationFn: () => auth("POST /change-password", { currentPassword: current, newPassword: next }),
    onSuccess: async () => {
      setCurrent("");
      setNext("");
      showToast({ message: t("passwords.changed") });
      await queryClient.invalidateQueries({ queryKey: ["sessions"] });
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Paper withBorder p="lg">
      <Section title={t("passwords.title")} help={t("passwords.help")}>
        <form onSubmit={submit}>
          <Stack>
            <FormFailure text={change.error ? passwordFailure(change.error, t("passwords.wrong")) : undefined} />
            <PasswordInput
              label={t("passwords.current")}
              autoComplete="current-password"
              required
              value={current}
              onChange={(event) => setCurrent(event.currentTarget.value)}
              visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
            />
            <NewPasswordInput label={t("passwords.next")} value={next} onChange={setNext} />
            <Group>
              <Button type="submit" loading={change.isPending}>
                {t("passwords.action")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
    </Paper>
  );
}

/** The login service refuses a wrong password as a bad request without naming a field. */
export function passwordFailure(error: unknown, wrong: string): string {
  const isWrong = error instanceof Refusal && [400, 401].includes(error.status) && error.faults.length === 0;
  return isWrong ? wrong : errorText(error);
}
