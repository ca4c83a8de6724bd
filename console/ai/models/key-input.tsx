import { PasswordInput, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fits, hostOf, type ModelDraft, minKeyLength, type Secret } from "./draft.ts";

type Props = { draft: ModelDraft; change: (part: Partial<ModelDraft>) => void; secrets: Secret[] };

// No secret has such a name.
const [typed, none] = ["+", "-"];

/** The key of the model's server: one that the page has, a new one, or none. */
export function KeyInput({ draft, change, secrets }: Props) {
  const { t } = useTranslation("models");
  const [wasLeft, setWasLeft] = useState(false);
  const chosen = secrets.find(({ name }) => name === draft.key);
  const isNew = draft.newKey !== undefined;
  const place = hostOf(draft.base_url) ?? "";
  const isUnfit = !isNew && chosen !== undefined && chosen.hosts.length > 0 && !fits(chosen, draft.base_url);
  const isGone = !isNew && draft.key !== null && !chosen;
  const choose = (next: string | null) => {
    if (next === typed) change({ key: null, newKey: "" });
    else change({ key: next === none ? null : next, newKey: undefined });
  };
  return (
    <Stack gap="xs">
      <Select
        label={t("key.label")}
        description={t("key.help")}
        allowDeselect={false}
        data={[
          { value: typed, label: t("key.new") },
          ...secrets.map(({ name }) => ({ value: name, label: name })),
          ...(isGone && draft.key !== null ? [{ value: draft.key, label: draft.key }] : []),
          { value: none, label: t("key.none") },
        ]}
        value={isNew ? typed : (draft.key ?? none)}
        error={isUnfit ? t("key.unfit", { place }) : isGone ? t("key.gone") : undefined}
        onChange={choose}
      />
      {isNew && (
        <PasswordInput
          label={t("key.value")}
          description={t("key.valueHelp", { place })}
          required
          autoComplete="new-password"
          maxLength={4000}
          visibilityToggleButtonProps={{ "aria-label": t("key.show") }}
          value={draft.newKey ?? ""}
          error={wasLeft && (draft.newKey ?? "").length < minKeyLength ? t("key.short") : undefined}
          onBlur={() => setWasLeft(draft.newKey !== "")}
          onChange={(event) => change({ newKey: event.currentTarget.value.trim() })}
        />
      )}
    </Stack>
  );
}
