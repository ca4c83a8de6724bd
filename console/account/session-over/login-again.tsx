import { Anchor, Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../queries.ts";
import { addWords } from "../../words.ts";
import { PasswordForm } from "../password-form.tsx";
import { SecondFactor } from "../second-factor.tsx";
import * as words from "../words.ts";

addWords("account", words);

/** The login as a dialog. Afterwards everything goes on where it was. */
export function LoginAgain() {
  const { t } = useTranslation("account");
  const queryClient = useQueryClient();
  const [user] = useState(() => queryClient.getQueryData(meQuery.queryKey)?.user);
  const [asksCode, setAsksCode] = useState(false);
  // The login may also have happened in another tab, or the answer may have crossed with a new password.
  useEffect(() => {
    const look = () => void queryClient.refetchQueries(meQuery);
    look();
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, [queryClient]);
  const enter = async () => {
    await queryClient.refetchQueries(meQuery);
    // The screen belongs to the person who was logged in before.
    if (queryClient.getQueryData(meQuery.queryKey)?.user.id !== user?.id) location.reload();
    else await queryClient.invalidateQueries();
  };
  return (
    <Modal
      opened
      centered
      onClose={() => undefined}
      withCloseButton={false}
      title={asksCode ? t("code.title") : t("loginAgain.title")}
      zIndex={500}
    >
      <Text size="sm" mb="md">
        {asksCode ? t("code.help") : t("loginAgain.help")}
      </Text>
      {asksCode ? (
        <SecondFactor onVerified={enter} onBack={() => setAsksCode(false)} />
      ) : (
        <PasswordForm {...(user && { email: user.email })} onEntered={enter} onCodeAsked={() => setAsksCode(true)}>
          <Anchor href="/login" size="sm" ta="center">
            {t("loginAgain.other")}
          </Anchor>
        </PasswordForm>
      )}
    </Modal>
  );
}
