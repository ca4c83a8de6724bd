import { Button, Group, Paper, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../../ui/error-text.ts";

type Props = {
  isDirty: boolean;
  isFaulty: boolean;
  /** The state of the last save. */
  save: { error: unknown; isPending: boolean };
  onDiscard: () => void;
};

/** The buttons of a long form. They stay in view. */
export function SaveBar({ isDirty, isFaulty, save: { error, isPending }, onDiscard }: Props) {
  const { t } = useTranslation("look");
  return (
    <Paper withBorder shadow="md" p="sm" className="look-save">
      <Group justify="space-between">
        <Text size="sm" role={error ? "alert" : "status"} c={error ? "var(--mantine-color-error)" : "dimmed"}>
          {error ? errorText(error) : isDirty && t("unsaved")}
        </Text>
        <Group gap="sm">
          {isDirty && (
            <Button variant="default" onClick={onDiscard}>
              {t("discard")}
            </Button>
          )}
          <Button type="submit" disabled={!isDirty || isFaulty} loading={isPending}>
            {t("ui:save")}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
