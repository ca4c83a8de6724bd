import { channelFacts } from "@banter/core/channels/index.ts";
import { lengthIn } from "@banter/core/channels/limits.ts";
import { longestText } from "@banter/core/flow/render/longest-text.ts";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useScene } from "../../context.ts";
import type { FormOf } from "../../steps/schema-form.ts";

/**
 * The length of a text beside its limit: always if the channel cuts or splits the text, else close to the maximum that
 * can be stored. Customers do not see the braces of a template, so they count only for the maximum.
 */
export function Counter({ form: { limit, max }, text }: { form: FormOf<"input">; text: string }) {
  const { t } = useTranslation("builder");
  const { page } = useScene();
  const ofChannel = limit && channelFacts[page.channel].textLimits[limit];
  const stored = lengthIn("characters", text);
  const isNearMax = max !== undefined && stored >= max * 0.8;
  if (!ofChannel || (isNearMax && stored > ofChannel.max)) {
    return isNearMax ? <Line words={t("inputs.count", { length: stored, max })} isOver={stored > max} /> : null;
  }
  const shown = longestText(text);
  const length = lengthIn(ofChannel.unit, shown);
  const isOver = length > ofChannel.max;
  const words = isOver ? "inputs.overLimit" : shown === text ? "inputs.count" : "writing.plusVariables";
  return <Line words={t(words, { length, max: ofChannel.max })} isOver={isOver} />;
}

function Line({ words, isOver }: { words: string; isOver: boolean }) {
  return (
    <Text size="xs" c={isOver ? "red" : "dimmed"} ta="right" mt={2}>
      {words}
    </Text>
  );
}
