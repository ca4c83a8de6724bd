import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = { onCancel: () => void; submit: string; isPending: boolean; isDisabled?: boolean };

/** The buttons at the end of a dialog's form. */
export function DialogButtons({ onCancel, submit, isPending, isDisabled = false }: Props) {
  const { t } = useTranslation("ui");
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t("cancel")}
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {submit}
      </Button>
    </Group>
  );
}
