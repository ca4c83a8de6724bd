import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { Field } from "../inspector/field.tsx";
import { listOf } from "../steps/exits.ts";
import { textOf } from "../steps/summary.ts";
import { cardFields, messageFields } from "./content-form.ts";

/** Settings of messages that few need: they stand below the chat, not in it. */
const rareSettings: Record<string, readonly string[]> = {
  image: ["alt"],
  video: ["round"],
  cards: ["image_aspect_ratio"],
};
/** The values that messages have while their owner has chosen none. */
const defaults: Record<string, unknown> = { image_aspect_ratio: "horizontal" };
/** With the words that name such a field. */
const rareOfCards: Record<string, string> = { image_alt: "content.cardPicture", action_url: "content.cardOpens" };

export function hasRareSettings(messages: readonly unknown[]): boolean {
  return listOf(messages).some(
    ([message]) =>
      (rareSettings[textOf(message.type)] ?? []).some((key) => message[key] !== undefined) ||
      listOf(message.elements).some(([card]) => Object.keys(rareOfCards).some((key) => card[key] !== undefined)),
  );
}

export function RareSettings({ messages, path }: { messages: readonly unknown[]; path: Path }) {
  const { t } = useTranslation("builder");
  const { showsRoundVideos, showsAltTexts }: ChannelFacts = channelFacts[useScene().page.channel];
  return listOf(messages).flatMap(([message, index]) => {
    const type = textOf(message.type);
    const own = messageFields(type)
      .filter(([key]) => rareSettings[type]?.includes(key))
      .filter(([key]) => key !== "round" || showsRoundVideos || message.round === true)
      .filter(([key]) => key !== "alt" || showsAltTexts || message.alt !== undefined)
      .map(([key, form]) => (
        <Field key={`${index} ${key}`} form={form} path={[...path, index, key]} value={message[key] ?? defaults[key]} />
      ));
    const ofCards = listOf(message.elements).flatMap(([card, place]) =>
      cardFields()
        .filter(([key]) => Object.hasOwn(rareOfCards, key))
        .filter(
          ([key]) => key !== "image_alt" || card[key] !== undefined || (showsAltTexts && textOf(card.image_url) !== ""),
        )
        .map(([key, form]) => (
          <Field
            key={`${index} ${place} ${key}`}
            form={form}
            path={[...path, index, "elements", place, key]}
            value={card[key]}
            label={t(rareOfCards[key] ?? "", { name: textOf(card.title) || t("content.card", { place: place + 1 }) })}
          />
        )),
    );
    return [...own, ...ofCards];
  });
}
