import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { useSteps } from "../draft-forms.tsx";

type Props = {
  /** The variant's step. */
  id: string;
  tag: string | undefined;
  onChange: (tag: string | undefined) => void;
};

/** The platform's tag for content outside of the messaging window, on channels that have tags. A flow has none. */
export function MessageTag({ id, tag, onChange }: Props) {
  const { t } = useTranslation("audience");
  const { messageTags = [] }: ChannelFacts = channelFacts[usePage().channel];
  const isFlow = useSteps()[id]?.type === "goto";
  // A program may have given one that the channel does not have any more.
  const tags = tag === undefined || messageTags.includes(tag) ? messageTags : [...messageTags, tag];
  if (isFlow || tags.length === 0) return null;
  return (
    <Select
      label={t("tag.label")}
      description={t("tag.help")}
      placeholder={t("tag.none")}
      clearable
      data={tags.map((value) => ({ value, label: t(`tag.names.${value}`, { defaultValue: value }) }))}
      value={tag ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
