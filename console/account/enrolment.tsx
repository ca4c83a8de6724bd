import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import encodeQR from "qr";
import { type FormEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../ui/copy-button.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { wrongPasswordText } from "./wrong-entry-text.ts";

export type Secrets = { totpURI: string; backupCodes: string[] };

type Props = { secrets: Secrets; onVerified: () => Promise<void>; onCancel: () => void };

/** Two-factor login is on only after a code has proved that the authenticator works. */
export function Enrolment({ secrets: { totpURI }, onVerified, onCancel }: Props) {
  const { t } = useTranslation("account");
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: () => auth("POST /two-factor/verify-totp", { code: code.replaceAll(/\s/g, "") }),
    onSuccess: onVerified,
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate();
  };
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t("enrol.scan")}</Text>
        <QrCode text={totpURI} label={t("enrol.qr")} />
        <Group gap="xs">
          <Text size="sm">{t("enrol.byHand")}</Text>
          <Code style={{ overflowWrap: "anywhere" }}>{secret}</Code>
          <CopyButton value={secret} what={t("enrol.secret")} />
        </Group>
        <FormFailure text={wrongPasswordText(verify.error, t("code.wrong"))} />
        <TextInput
          label={t("code.label")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maw={240}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={verify.isPending}>
            {t("enrol.action")}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t("ui:cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Dark on light in every colour scheme: many scanners read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, "raw", { ecc: "medium", border: 2 }), [text]);
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} width={200} height={200}>
      <rect width="100%" height="100%" fill="var(--code-ground)" />
      <path d={path} fill="var(--code-ink)" shapeRendering="crispEdges" />
    </svg>
  );
}
