import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { wrongEntryText } from "./wrong-entry-text.ts";

/** The code of the authenticator, or one of the backup codes. */
export function SecondFactor({ onVerified, onBack }: { onVerified: () => Promise<void>; onBack: () => void }) {
  const { t } = useTranslation("account");
  const [isBackup, setIsBackup] = useState(false);
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: () =>
      isBackup
        ? auth("POST /two-factor/verify-backup-code", { code: code.trim() })
        : auth("POST /two-factor/verify-totp", { code: code.replaceAll(/\s/g, "") }),
    onSuccess: onVerified,
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate();
  };
  const change = () => {
    setIsBackup(!isBackup);
    setCode("");
    verify.reset();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure text={wrongEntryText(verify.error, t("code.wrong"))} />
        <TextInput
          key={isBackup ? "backup" : "totp"}
          label={isBackup ? t("code.backup") : t("code.label")}
          description={isBackup ? t("code.backupHelp") : undefined}
          inputMode={isBackup ? "text" : "numeric"}
          autoComplete="one-time-code"
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={verify.isPending} fullWidth>
          {t("code.action")}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {isBackup ? t("code.useApp") : t("code.useBackup")}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {t("code.back")}
        </Anchor>
      </Stack>
    </form>
  );
}
