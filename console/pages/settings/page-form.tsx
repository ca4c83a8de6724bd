import { ownChannel } from "@banter/core/channels/index.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { errorText } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import { useStorePage } from "../use-store-page.ts";
import { type Changes, changesOf, draftOf } from "./page-draft.ts";
import { AboutSection, AnswersSection, SitesSection } from "./page-form-sections.tsx";

/** The page's own settings. Only the changed ones are saved. */
export function PageForm() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayBuild = useMay("build");
  const store = useStorePage();
  const form = useForm({ initialValues: draftOf(page) });
  const changes = changesOf(page, form.values);
  const hasChanges = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: (body: Changes) => api("PATCH /pages/:page_id", { params: { page_id: page.id }, body }),
    onSuccess: (saved) => {
      store(saved);
      form.setValues(draftOf(saved));
      showToast({ message: t("ui:saved") });
    },
    meta: { showsFailure: true },
  });
  useLeaveGuard(hasChanges);
  const section = { form, disabled: !mayBuild, error: save.error };
  return (
    <form
      onSubmit={form.onSubmit(() => {
        if (hasChanges) save.mutate(changes);
      })}
    >
      <Stack gap="lg">
        <AboutSection {...section} />
        <AnswersSection {...section} />
        {page.channel === ownChannel && <SitesSection {...section} />}
        {save.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {errorText(save.error)}
          </Text>
        )}
        {mayBuild && (
          <Group className="save-bar">
            <Button type="submit" disabled={!hasChanges} loading={save.isPending}>
              {t("ui:save")}
            </Button>
            {hasChanges && (
              <Button variant="default" onClick={() => form.setValues(draftOf(page))}>
                {t("general.discard")}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
