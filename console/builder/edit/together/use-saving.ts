import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { isReloading } from "../../../frame/loading/reload.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { useScene } from "../../context.ts";

/**
 * Saves when the window loses the focus, when the network is back and when the editor closes. Asks before leaving with
 * unsaved changes.
 */
export function useSaving(): void {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { saver } = builder;
  useEffect(() => {
    const flush = () => void saver.flush();
    saver.start();
    addEventListener("blur", flush);
    addEventListener("online", flush);
    return () => {
      removeEventListener("blur", flush);
      removeEventListener("online", flush);
      void saver.stop();
    };
  }, [saver]);
  useBlocker({
    shouldBlockFn: async () => {
      await saver.flush();
      if (saver.isSettled) return false;
      const question = { title: t("leave.title"), body: t("leave.body"), action: t("leave.action") };
      return !(await confirm(question));
    },
    enableBeforeUnload: () => !saver.isSettled && !isReloading(),
  });
}
