import type { SettingsOf } from "@banter/core/model/tools/settings.ts";
import type { EventToolType } from "@banter/core/model/tools/tool.ts";
import { Group } from "@mantine/core";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { EmojiButton } from "../../frame/writing/emoji/emoji-button.tsx";
import { Chips } from "../../ui/chips.tsx";
import { CommentFields } from "../comments/comment-fields.tsx";

type SettingsProps<Type extends EventToolType> = {
  settings: SettingsOf<Type>;
  onChange: (settings: SettingsOf<Type>) => void;
};

/** The inputs for the settings of each type; null if it has none. */
const inputs: { [Type in EventToolType]: ComponentType<SettingsProps<Type>> | null } = {
  comments: CommentFields,
  story_mention: null,
  story_reply: WordsInputs,
  form: FormsInput,
  location: null,
  order: ProductsInput,
  reaction: EmojisInput,
  follow: null,
  ad: AdsInput,
  payment: InvoicesInput,
};

type Props<Type extends EventToolType> = SettingsProps<Type> & { type: Type };

export function SettingsFields<Type extends EventToolType>({ type, ...props }: Props<Type>) {
  const Inputs: ComponentType<SettingsProps<Type>> | null = inputs[type];
  return Inputs && <Inputs {...props} />;
}

function WordsInputs({ settings, onChange }: SettingsProps<"story_reply">) {
  const { t } = useTranslation("tools");
  return (
    <>
      <Chips
        label={t("settings.words")}
        description={t("settings.wordsHelp")}
        value={settings.words}
        onChange={(words) => onChange({ ...settings, words })}
      />
      <Chips
        label={t("settings.excludes")}
        description={t("settings.excludesHelp")}
        value={settings.excludes}
        onChange={(excludes) => onChange({ ...settings, excludes })}
      />
    </>
  );
}

function FormsInput({ settings, onChange }: SettingsProps<"form">) {
  const { t } = useTranslation("tools");
  return (
    <Chips
      label={t("settings.forms")}
      description={t("settings.formsHelp")}
      value={settings.forms}
      onChange={(forms) => onChange({ forms })}
    />
  );
}

function ProductsInput({ settings, onChange }: SettingsProps<"order">) {
  const { t } = useTranslation("tools");
  return (
    <Chips
      label={t("settings.products")}
      description={t("settings.productsHelp")}
      value={settings.products}
      onChange={(products) => onChange({ products })}
    />
  );
}

function InvoicesInput({ settings, onChange }: SettingsProps<"payment">) {
  const { t } = useTranslation("tools");
  return (
    <Chips
      label={t("settings.invoices")}
      description={t("settings.invoicesHelp")}
      value={settings.invoices}
      onChange={(invoices) => onChange({ invoices })}
    />
  );
}

function AdsInput({ settings, onChange }: SettingsProps<"ad">) {
  const { t } = useTranslation("tools");
  return (
    <Chips
      label={t("settings.ads")}
      description={t("settings.adsHelp")}
      value={settings.ads}
      onChange={(ads) => onChange({ ads })}
    />
  );
}

function EmojisInput({ settings, onChange }: SettingsProps<"reaction">) {
  const { t } = useTranslation("tools");
  const { emojis } = settings;
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <Chips
        label={t("settings.emojis")}
        description={t("settings.emojisHelp")}
        value={emojis}
        onChange={(emojis) => onChange({ emojis })}
        style={{ flex: 1 }}
      />
      <EmojiButton
        label={t("settings.addEmoji")}
        onChoose={(emoji) => onChange({ emojis: [...new Set([...emojis, emoji])] })}
      />
    </Group>
  );
}
