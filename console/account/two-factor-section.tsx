import { Badge, Button, Group, Paper } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "../frame/use-workspace.ts";
import { meQuery } from "../queries.ts";
import { Section } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { auth } from "./auth.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { Enrolment, type Secrets } from "./enrolment.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

type Action = "enable" | "disable" | "codes";

/** Two-factor login: an authenticator's code at each login, and backup codes in case it is lost. */
export function TwoFactorSection() {
  const { t } = useTranslation("account");
  const { user } = useMe();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Action>();
  const [enrolling, setEnrolling] = useState<Secrets>();
  const [codes, setCodes] = useState<string[]>();
  const actions: Record<Action, (password: string) => Promise<void>> = {
    enable: async (password) => setEnrolling(await auth("POST /two-factor/enable", { password })),
    disable: async (password) => {
      await auth("POST /two-factor/disable", { password });
      setCodes(undefined);
      await queryClient.invalidateQueries(meQuery);
      showToast({ message: t("twoFactor.isOff") });
    },
    codes: async (password) =>
      setCodes((await auth("POST /two-factor/generate-backup-codes", { password })).backupCodes),
  };
  const finish = async () => {
    setCodes(enrolling?.backupCodes);
    setEnrolling(undefined);
    await queryClient.invalidateQueries(meQuery);
    await queryClient.invalidateQueries({ queryKey: ["sessions"] });
    showToast({ message: t("twoFactor.isOn") });
  };
  return (
    <Paper withBorder p="lg">
      <Section
        title={t("twoFactor.title")}
        help={t("twoFactor.help")}
        actions={
          <Badge variant={user.has_two_factor ? "filled" : "default"}>
            {user.has_two_factor ? t("twoFactor.on") : t("twoFactor.off")}
          </Badge>
        }
      >
        {enrolling && <Enrolment secrets={enrolling} onVerified={finish} onCancel={() => setEnrolling(undefined)} />}
        {codes && <BackupCodes codes={codes} onDone={() => setCodes(undefined)} />}
        {!enrolling && !codes && (
          <Group>
            {user.has_two_factor ? (
              <>
                <Button variant="default" onClick={() => setAsking("codes")}>
                  {t("twoFactor.newCodes")}
                </Button>
                <Button variant="default" onClick={() => setAsking("disable")}>
                  {t("twoFactor.disable")}
                </Button>
              </>
            ) : (
              <Button onClick={() => setAsking("enable")}>{t("twoFactor.enable")}</Button>
            )}
          </Group>
        )}
      </Section>
      <PasswordDialog
        title={asking ? t(`twoFactor.${asking === "codes" ? "newCodes" : asking}`) : ""}
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onPassword={async (password) => {
          if (asking) await actions[asking](password);
        }}
      />
    </Paper>
  );
}
