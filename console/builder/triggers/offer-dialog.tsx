import { isBlank, isStorable } from "@banter/core/model/text.ts";
import { Alert, Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import type { OfferList, useTriggers } from "./use-triggers.ts";

type Props = { list: OfferList; offer: ReturnType<typeof useTriggers>["offer"]; onClose: () => void };

/** Adds an ice breaker or a menu item that starts the flow. */
export function OfferDialog({ list, offer, onClose }: Props) {
  const { t } = useTranslation("triggers");
  const [title, setTitle] = useState("");
  const isGood = !isBlank(title) && isStorable(title) && title.trim().length <= 80;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) offer.mutate({ list, title: title.trim() }, { onSuccess: onClose });
  };
  return (
    <Modal opened onClose={onClose} title={t(`${list}.title`)} closeButtonProps={{ "aria-label": t("ui:close") }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            data-autofocus
            label={t(`${list}.label`)}
            description={t(`${list}.help`)}
            placeholder={t(`${list}.placeholder`)}
            value={title}
            error={title !== "" && !isGood ? t("titleFault") : undefined}
            onChange={(event) => {
              setTitle(event.currentTarget.value);
              offer.reset();
            }}
          />
          {offer.error && (
            <Alert color="red" role="alert">
              {errorText(offer.error)}
            </Alert>
          )}
          <DialogButtons onCancel={onClose} submit={t("submit")} isPending={offer.isPending} isDisabled={!isGood} />
        </Stack>
      </form>
    </Modal>
  );
}
