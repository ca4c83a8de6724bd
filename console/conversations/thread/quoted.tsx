import { IconArrowForwardUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

type Props = { quoted: { id: number | null; text: string }; onQuoted: (id: number) => void };

/** The message that another one answers. Pressing it leads there, if it is known where it is. */
export function Quoted({ quoted: { id, text }, onQuoted }: Props) {
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
