import { Button, Paper, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { Section } from "../../ui/screen.tsx";
import { ApplyFile } from "../page-file/apply-file.tsx";
import { saveAs } from "../page-file/save-as.ts";

/** Exports the page's setup as a file, or applies one. */
export function FileTab() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayBuild = useMay("build");
  const download = useMutation({
    mutationFn: () => api("GET /pages/:page_id/file", { params: { page_id: page.id }, query: { contents: "true" } }),
    onSuccess: (file) => saveAs(`${page.id}.json`, file),
  });
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Section
          title={t("file.export")}
          help={t("file.exportHelp")}
          actions={
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              {t("file.download")}
            </Button>
          }
        />
      </Paper>
      {mayBuild && <ApplyFile />}
    </Stack>
  );
}
