import "./add-words.ts";
import { Drawer } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../ui/confirm.tsx";
import type { KeywordInfo, NewKeyword, Runnable } from "./keyword.ts";
import { KeywordForm } from "./keyword-form.tsx";

type Props = NewKeyword & {
  editing: KeywordInfo | "new" | undefined;
  runnable: Runnable;
  onClose: () => void;
};

/** A drawer that makes or changes a keyword. */
export function Editor({ editing, phrase, flowId, suggested, runnable, onClose }: Props) {
  const { t } = useTranslation("keywords");
  const { t: ui } = useTranslation("ui");
  const [isDirty, setDirty] = useState(false);
  const close = async () => {
    const question = { title: t("editor.discard"), body: t("editor.discardText"), action: t("editor.discardYes") };
    if (isDirty && !(await confirm(question))) return;
    setDirty(false);
    onClose();
  };
  return (
    <Drawer
      opened={editing !== undefined}
      onClose={() => void close()}
      position="right"
      size="lg"
      title={editing === "new" ? t("editor.new") : t("editor.edit")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      {editing && (
        <KeywordForm
          key={editing === "new" ? "new" : editing.id}
          keyword={editing === "new" ? undefined : editing}
          phrase={phrase}
          flowId={flowId}
          suggested={suggested}
          runnable={runnable}
          onDirty={() => setDirty(true)}
          onCancel={() => void close()}
          onSaved={() => {
            setDirty(false);
            onClose();
          }}
        />
      )}
    </Drawer>
  );
}
