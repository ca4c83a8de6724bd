import { Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { Section } from "../../ui/screen.tsx";
import { PauseSwitch } from "../pause-switch.tsx";
import { DeletePage } from "./delete-page.tsx";
import { PageForm } from "./page-form.tsx";

/** Name, hours and default answers of the page. */
export function GeneralTab() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayBuild = useMay("build");
  const mayOwn = useMay("own");
  const mayConverse = useMay("converse");
  return (
    <Stack gap="lg">
      {mayConverse && (
        <Paper withBorder p="lg">
          <Section title={t("pause.title")} help={t("pause.help")} actions={<PauseSwitch page={page} />} />
        </Paper>
      )}
      {!mayBuild && <Text size="sm">{t("settings.readOnly")}</Text>}
      <PageForm />
      {mayOwn && <DeletePage />}
    </Stack>
  );
}
