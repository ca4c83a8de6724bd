import { Button, Group, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";

type Named = { name: string; is_on: boolean };

/** The name of a sequence or rule, and whether it is on. */
export function NameAndSwitch<Draft extends Named>({
  draft,
  onChange,
}: {
  draft: Draft;
  onChange: (draft: Draft) => void;
}) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  return (
    <Group align="flex-end" gap="lg">
      <TextInput
        flex="1 1 240px"
        label={t("name")}
        value={draft.name}
        maxLength={200}
        required
        readOnly={!mayBuild}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, name: value })}
      />
      <Switch
        label={t("isOn")}
        checked={draft.is_on}
        disabled={!mayBuild}
        mb={8}
        onChange={({ currentTarget: { checked } }) => onChange({ ...draft, is_on: checked })}
      />
    </Group>
  );
}

/** The end of an editor's form: the refusal of the last attempt, and the button. */
export function SaveBar({ isDirty, isSaving, error }: { isDirty: boolean; isSaving: boolean; error: Error | null }) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  return (
    <>
      {error && <Failure error={error} title={t("notSaved")} />}
      {mayBuild && (
        <Group className="save-bar">
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {t("save")}
          </Button>
        </Group>
      )}
    </>
  );
}
