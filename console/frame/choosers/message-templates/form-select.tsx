import "./add-words.ts";
import { Alert, Select, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../ui/error-text.ts";
import { ReadAgain } from "./read-again.tsx";
import type { useForms } from "./use-forms.ts";

type Props = {
  forms: ReturnType<typeof useForms>;
  /** The form's number. */
  chosen: string;
  onChoose: (id: string) => void;
  isReadOnly: boolean;
  error: string | undefined;
};

/** The forms of the account. Only a published one can be sent. */
export function FormSelect({ forms: { data, reading, mayRead }, chosen, onChoose, isReadOnly, error }: Props) {
  const { t } = useTranslation("messageTemplates");
  const forms = data?.forms ?? [];
  const found = forms.find(({ id }) => id === chosen);
  const options = forms.map(({ id, name, status }) => ({
    value: id,
    label: isPublished({ status }) ? name : `${name} · ${status}`,
    disabled: !isPublished({ status }),
  }));
  // A form that is gone is shown by its number.
  if (chosen !== "" && !found) options.push({ value: chosen, label: chosen, disabled: false });
  return (
    <Stack gap={4}>
      <Select
        label={t("form.choose")}
        placeholder={t("form.placeholder")}
        searchable
        nothingFoundMessage={t("none")}
        data={options}
        value={chosen === "" ? null : chosen}
        error={error}
        readOnly={isReadOnly}
        allowDeselect={false}
        onChange={(id) => id && onChoose(id)}
      />
      {forms.length === 0 && data?.read_at && (
        <Text size="sm" c="dimmed">
          {t("form.empty")}
        </Text>
      )}
      {reading.error && (
        <Alert color="red" variant="light" role="alert">
          {t("form.readFailed", { reason: errorText(reading.error) })}
        </Alert>
      )}
      {chosen !== "" && !reading.isPending && !(found && isPublished(found)) && (
        <Alert color="orange" variant="light">
          {t(found ? "form.stopped" : "form.gone")}
        </Alert>
      )}
      <ReadAgain reading={reading} readAt={data?.read_at ?? null} mayRead={mayRead && !isReadOnly} />
    </Stack>
  );
}

const isPublished = ({ status }: { status: string }) => status === "PUBLISHED";
