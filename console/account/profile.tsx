import { Button, Stack, TextInput } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSignOut } from "../frame/navigation/use-sign-out.ts";
import { useMe } from "../frame/use-workspace.ts";
import { meQuery } from "../queries.ts";
import { faultAt } from "../ui/error-text.ts";
import { FormSection } from "../ui/form-section.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { addWords } from "../words.ts";
import { auth } from "./auth.ts";
import { NotificationsSection } from "./notifications/section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TwoFactorSection } from "./two-factor-section.tsx";
import * as words from "./words.ts";

addWords("account", words);

/** The user's own name, password, two-factor login and sessions. */
export function Screen() {
  const { t } = useTranslation("account");
  const signOut = useSignOut();
  return (
    <ScreenFrame
      title={t("profile.title")}
      help={t("profile.help")}
      isForm
      actions={
        <Button
          variant="default"
          leftSection={<IconLogout size={16} aria-hidden />}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t("profile.logOut")}
        </Button>
      }
    >
      <Stack gap="lg">
        <NameSection />
        <NotificationsSection />
        <PasswordSection />
        <TwoFactorSection />
        <SessionsSection />
      </Stack>
    </ScreenFrame>
  );
}

function NameSection() {
  const { t } = useTranslation("account");
  const { user } = useMe();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: () => auth("POST /update-user", { name: name.trim() }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(meQuery);
      showToast({ message: t("ui:saved") });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <FormSection
      title={t("profile.about")}
      onSubmit={submit}
      submit={t("ui:save")}
      isPending={save.isPending}
      isDisabled={name.trim() === user.name || !name.trim()}
    >
      <TextInput label={t("email")} value={user.email} readOnly />
      <TextInput
        label={t("name")}
        required
        maxLength={200}
        autoComplete="name"
        value={name}
        error={faultAt(save.error, "/name")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormSection>
  );
}
