import { isObject } from "@banter/core/model/json.ts";
import { Divider } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Bubbles } from "../../channels/chat/bubbles.tsx";
import { groundOf } from "../../channels/chat/chat-window.tsx";
import { previewContent } from "../../channels/chat/preview.ts";
import { drawChips } from "../../frame/writing/text-chips.tsx";
import { useScene } from "../context.ts";
import type { DraftStep } from "../edit/draft.ts";

/** The content as the page's channel shows it to a customer. */
export function StepPreview({ step }: { step: DraftStep }) {
  const { t } = useTranslation("builder");
  const { channel } = useScene().page;
  const preview = useMemo(() => previewContent(step.content, step.choices, channel), [step, channel]);
  if (!isObject(step.content)) return null;
  return (
    <section aria-label={t("preview.label")}>
      <Divider label={t("preview.on", { channel: t(`channels:${channel}.name`) })} labelPosition="left" mb="xs" />
      <div className="chat-ground" {...groundOf(channel)}>
        <Bubbles preview={preview} channel={channel} draw={drawChips} />
      </div>
    </section>
  );
}
