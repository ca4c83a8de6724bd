import { IconExternalLink, IconHandClick, IconMessageCircle, IconMoodSmile, IconUserPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Message } from "../queries.ts";
import { AttachmentView } from "./attachment.tsx";
import { LinkedText } from "./linked-text.tsx";
import { isSafeUrl } from "./media.tsx";
import { Quoted } from "./quoted.tsx";

type Props = { input: NonNullable<Message["input"]>; onQuoted: (id: number) => void };

const icons = {
  press: IconHandClick,
  referral: IconExternalLink,
  follow: IconUserPlus,
  reaction: IconMoodSmile,
  comment: IconMessageCircle,
};

/** A customer's words and files, the button they pressed, the link they came by, or their reaction. */
export function CustomerInput({ input, onQuoted }: Props) {
  const { t } = useTranslation("conversations");
  const { kind, text, attachments, is_deleted, is_edited, story, came_by, quoted } = input;
  if (is_deleted) return <p className="bubble-text is-quiet">{t("bubble.deleted")}</p>;
  if (kind !== "message") {
    const Icon = icons[kind];
    return (
      <>
        {quoted && <Quoted quoted={quoted} onQuoted={onQuoted} />}
        <p className="bubble-text bubble-act">
          <Icon size={16} role="img" aria-label={t(`bubble.${kind}`)} />
          <span>{came_by?.ad_title || text || t(`bubble.${kind}`)}</span>
        </p>
      </>
    );
  }
  return (
    <>
      {came_by && <Origin cameBy={came_by} />}
      {quoted && <Quoted quoted={quoted} onQuoted={onQuoted} />}
      {story && <p className="bubble-origin">{t(`bubble.story_${story}`)}</p>}
      {attachments.map((attachment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no other name than their place
        <AttachmentView key={index} attachment={attachment} />
      ))}
      {text && <LinkedText text={text} />}
      {!text && attachments.length === 0 && <p className="bubble-text is-quiet">{t("kinds.other")}</p>}
      {is_edited && <p className="bubble-origin">{t("bubble.edited")}</p>}
    </>
  );
}

/** The link or the advertisement that the customer came by. */
function Origin({ cameBy: { ref, ad_id, ad_title, ad_url } }: { cameBy: NonNullable<Props["input"]["came_by"]> }) {
  const { t } = useTranslation("conversations");
  const isAd = ad_id !== null || ad_title !== null;
  const words = isAd ? t("bubble.cameByAd", { name: ad_title ?? ad_id ?? ref }) : t("bubble.cameByLink", { name: ref });
  return (
    <p className="bubble-origin">
      <IconExternalLink size={14} aria-hidden />{" "}
      {isSafeUrl(ad_url ?? undefined) ? (
        <a href={ad_url ?? undefined} target="_blank" rel="noreferrer noopener">
          {words}
        </a>
      ) : (
        words
      )}
    </p>
  );
}
