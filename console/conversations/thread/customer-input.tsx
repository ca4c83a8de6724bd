import { IconArrowForwardUp, IconExternalLink, IconHandClick } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Message } from "../queries.ts";
import { LinkedText } from "./linked-text.tsx";
import { Media, Place } from "./media.tsx";

type Props = { input: NonNullable<Message["input"]>; onQuoted: (id: number) => void };

/** A customer's words and files, the button they pressed, or the link they came by. */
export function CustomerInput({ input: { kind, text, attachments, is_deleted, quoted }, onQuoted }: Props) {
  const { t } = useTranslation("conversations");
  if (is_deleted) return <p className="bubble-text is-quiet">{t("bubble.deleted")}</p>;
  if (kind !== "message") {
    const Icon = kind === "press" ? IconHandClick : IconExternalLink;
    return (
      <p className="bubble-text bubble-act">
        <Icon size={16} role="img" aria-label={t(`bubble.${kind}`)} />
        <span>{text || t(`bubble.${kind}`)}</span>
      </p>
    );
  }
  return (
    <>
      {quoted && <Quoted quoted={quoted} onQuoted={onQuoted} />}
      {attachments.map((attachment, index) =>
        attachment.type === "location" ? (
          <Place
            // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no other name than their place
            key={index}
            latitude={attachment.latitude ?? 0}
            longitude={attachment.longitude ?? 0}
            name={attachment.name}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no other name than their place
          <Media key={index} kind={attachment.type} url={attachment.url} name={attachment.name} />
        ),
      )}
      {text && <LinkedText text={text} />}
      {!text && attachments.length === 0 && <p className="bubble-text is-quiet">{t("kinds.other")}</p>}
    </>
  );
}

function Quoted({
  quoted: { id, text },
  onQuoted,
}: { quoted: { id: number | null; text: string } } & Pick<Props, "onQuoted">) {
  const { t } = useTranslation("conversations");
  const words = (
    <>
      <IconArrowForwardUp size={14} role="img" aria-label={t("bubble.quoted")} />
      <span>{text || t("bubble.quotedEmpty")}</span>
    </>
  );
  return id === null ? (
    <div className="bubble-quoted">{words}</div>
  ) : (
    <button type="button" className="bubble-quoted" onClick={() => onQuoted(id)}>
      {words}
    </button>
  );
}
