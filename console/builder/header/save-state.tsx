import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";

/** Says whether the server has every edit. If it has not, saving can be tried at once. */
export function SaveState() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const saving = useBuilder((state) => state.saving);
  const hasFailed = ["refused", "offline", "loggedOut"].includes(saving.type);
  return (
    <>
      <Text size="xs" c={hasFailed ? "red" : "dimmed"} role="status">
        {t(`save.${saving.type}`, { message: saving.type === "refused" ? saving.message : "" })}
      </Text>
      {hasFailed && (
        <Button size="compact-xs" variant="default" flex="none" onClick={() => void builder.saver.flush()}>
          {t("together:saveNow")}
        </Button>
      )}
    </>
  );
}
