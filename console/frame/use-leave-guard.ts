import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { confirm } from "../ui/confirm.tsx";
import { isReloading } from "./loading/reload.ts";

/** Asks before the screen is left with changes that are not saved. */
export function useLeaveGuard(isDirty: boolean): void {
  const { t } = useTranslation("ui");
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !isReloading(),
    shouldBlockFn: async () =>
      !(await confirm({ title: t("leave.title"), body: t("leave.body"), action: t("leave.action") })),
  });
}
