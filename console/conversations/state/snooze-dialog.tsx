import { Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";

type Props = { onClose: () => void; onChoose: (until: Date) => void };

/** Puts the conversation off to any time. */
export function SnoozeDialog({ onClose, onChoose }: Props) {
  const { t } = useTranslation("conversations");
  const [text, setText] = useState("");
  const until = new Date(text);
  const isFuture = until.getTime() > Date.now();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFuture) onChoose(until);
  };
  return (
    <Modal opened onClose={onClose} title={t("state.snooze")} closeButtonProps={{ "aria-label": t("ui:close") }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="datetime-local"
            data-autofocus
            label={t("state.until")}
            error={text !== "" && !isFuture && t("state.past")}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <DialogButtons onCancel={onClose} submit={t("state.snooze")} isPending={false} isDisabled={!isFuture} />
        </Stack>
      </form>
    </Modal>
  );
}
