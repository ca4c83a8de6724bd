import { Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import type { PageInfo } from "../frame/use-page.ts";
import { showToast } from "../ui/toast.tsx";
import { useStorePage } from "./use-store-page.ts";

/** Pauses or resumes the bot. Shown at once, and taken back on failure. */
export function PauseSwitch({ page }: { page: PageInfo }) {
  const { t } = useTranslation("pages");
  const store = useStorePage();
  const pause = useMutation({
    mutationFn: (is_paused: boolean) =>
      api("POST /pages/:page_id/pause", { params: { page_id: page.id }, body: { is_paused } }),
    onMutate: (is_paused) => store({ ...page, is_paused }),
    onSuccess: (saved) => {
      store(saved);
      showToast({ message: t(saved.is_paused ? "pause.isPaused" : "pause.isRunning", { name: saved.name }) });
    },
    onError: () => store(page),
  });
  return (
    <Switch
      checked={!page.is_paused}
      onChange={(event) => pause.mutate(!event.currentTarget.checked)}
      label={page.is_paused ? t("pause.paused") : t("pause.running")}
      aria-label={t("pause.label", { name: page.name })}
    />
  );
}
