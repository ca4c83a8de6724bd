import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextLink } from "../ui/links.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";

/** E-mail and password, then a code if two-factor login is on. */
export function Screen() {
  const { t } = useTranslation("account");
  const { next } = useSearch({ from: "/login" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const enter = async () => {
    queryClient.clear();
    await navigate({ href: next ?? "/" });
  };
  if (asksCode)
    return (
      <AccountFrame title={t("code.title")} help={t("code.help")}>
        <SecondFactor onVerified={enter} onBack={() => setAsksCode(false)} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("login.title")} help={t("login.help")}>
      <PasswordForm onEntered={enter} onCodeAsked={() => setAsksCode(true)}>
        <TextLink to="/forgotten" size="sm" ta="center">
          {t("login.forgotten")}
        </TextLink>
      </PasswordForm>
    </AccountFrame>
  );
}
