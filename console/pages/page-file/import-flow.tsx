import { Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import { FileForm } from "./apply-file.tsx";
import * as words from "./words.ts";

addWords("pageFile", words);

/** Brings flows from a file onto the page. Flows of the same name stay unless the owner says otherwise. */
export function ImportFlow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("pageFile");
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t("import.title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t("import.help")}
        </Text>
        <FileForm initial={{ keepsFlows: true }} onApplied={onClose} />
      </Stack>
    </Modal>
  );
}
