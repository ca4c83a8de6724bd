import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = {
  onCancel: () => void;
  submit: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** Of a long dialog: they stay at its lower edge. */
  staysInView?: boolean;
};

/** The buttons at the end of a dialog's form. */
export function DialogButtons({ onCancel, submit, isPending, isDisabled = false, staysInView = false }: Props) {
  const { t } = useTranslation("ui");
  return (
    <Group justify="flex-end" {...(staysInView && { className: "save-bar is-inside" })}>
      <Button variant="default" onClick={onCancel}>
        {t("cancel")}
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {submit}
      </Button>
    </Group>
  );
}
