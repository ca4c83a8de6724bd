import "./add-words.ts";
import "./message-templates.css";
import type { MessageTemplate, PlainPart } from "@banter/core/model/content/message-template.ts";
import { placesOf } from "@banter/core/model/content/template-places.ts";
import { Text } from "@mantine/core";
import { IconFile, IconPhoto, IconVideo } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

type Props = { template: MessageTemplate; values: Readonly<Record<string, string>> };

const icons = { IMAGE: IconPhoto, VIDEO: IconVideo, DOCUMENT: IconFile };

/** The template as the customer sees it. A place without a value shows its example or its name. */
export function TemplatePreview({ template: { parts }, values }: Props) {
  const { t } = useTranslation("messageTemplates");
  const cards = parts.find(({ type }) => type === "CAROUSEL")?.cards ?? [];
  return (
    <section aria-label={t("preview")}>
      <Text size="sm" fw={600} mb={4}>
        {t("preview")}
      </Text>
      <div className="template-preview">
        <Parts parts={parts} card={null} values={values} />
        {cards.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section className="template-cards" tabIndex={0} aria-label={t("preview")}>
            {cards.map((card, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
              <div key={index} className="template-card">
                <Parts parts={card} card={index} values={values} />
              </div>
            ))}
          </section>
        )}
      </div>
    </section>
  );
}

function Parts({ parts, card, values }: { parts: PlainPart[]; card: number | null } & Pick<Props, "values">) {
  return parts.map((part) => {
    if (part.type === "BUTTONS")
      return (part.buttons ?? []).map(({ text, type }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name than their place
        <span key={index} className="template-button">
          {text || type}
        </span>
      ));
    const Icon = part.type === "HEADER" ? icons[part.format as keyof typeof icons] : undefined;
    if (Icon)
      return <Head key={part.type} Icon={Icon} url={values[`${card === null ? "" : `${card} `}HEADER media`]} />;
    const text = filled(part, card, values);
    if (text === "") return null;
    return (
      <p key={part.type} className={`template-${part.type.toLowerCase()}`}>
        {text}
      </p>
    );
  });
}

function Head({ Icon, url = "" }: { Icon: typeof IconPhoto; url: string | undefined }) {
  const isPicture = Icon === IconPhoto && /^(https:\/\/|\/media\/)/.test(url) && !url.includes("{{");
  return (
    <div className="template-media">
      {isPicture ? <img src={url} alt="" referrerPolicy="no-referrer" /> : <Icon size={28} aria-hidden />}
    </div>
  );
}

function filled(part: PlainPart, card: number | null, values: Props["values"]): string {
  const places = placesOf(card === null ? [part] : [{ type: "CAROUSEL", cards: [[part]] }]);
  return (part.text ?? "").replaceAll(/\{\{\s*([^{}\s]+)\s*\}\}/g, (whole, name: string) => {
    const place = places.find(({ key }) => key === name);
    const value = values[`${card === null ? "" : `${card} `}${part.type} ${name}`];
    return value || place?.example || whole;
  });
}
