import { parseMarkup } from "@banter/core/flow/render/markup.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import { RemoveButton } from "../inspector/remove-button.tsx";
import { textOf } from "../steps/summary.ts";
import { ButtonsEditor } from "./buttons-editor.tsx";
import { CardsEditor } from "./cards-editor.tsx";
import { messageFields } from "./content-form.ts";

const TemplateEditor = lazyPart(async () => (await import("./template-editor.tsx")).TemplateEditor, { height: 80 });

/** Kinds whose buttons are elsewhere, or are the platform's. */
const withoutButtons = ["cards", "whatsapp_message_template", "form", "products", "invoice"];

type Props = { message: JsonObject; name: string; path: Path; handle: ReactNode; onRemove: () => void };

/** A message, written in its bubble, with its buttons on it. */
export function MessageEditor({ message, name, path, handle, onRemove }: Props) {
  const { isReadOnly } = useInspected();
  const type = textOf(message.type);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame, a section is a landmark of the page
    <div className="message-editor" role="group" aria-label={name}>
      {type === "cards" ? (
        <CardsEditor message={message} path={path} name={name} />
      ) : (
        <div className="edit-bubble">
          <Body type={type} message={message} path={path} />
          {!withoutButtons.includes(type) && (
            <ButtonsEditor path={[...path, "buttons"]} value={message.buttons} of={name} />
          )}
        </div>
      )}
      {!isReadOnly && (
        <div className="message-tools">
          {handle}
          <RemoveButton name={name} onClick={onRemove} />
        </div>
      )}
    </div>
  );
}

const media = ["image", "video", "audio", "file"];

function Body({ type, message, path }: { type: string; message: JsonObject; path: Path }) {
  const { t } = useTranslation("builder");
  const fields = messageFields(type);
  const one = (key: string, more: { label?: string; placeholder?: string } = {}) => {
    const form = fields.find(([name]) => name === key)?.[1];
    return form && <Field form={form} path={[...path, key]} value={message[key]} isBare {...more} />;
  };
  if (type === "text") {
    return (
      <div className="edit-words">
        {one("text", { placeholder: t("content.textHint") })}
        <MarkupSwitch message={message} path={path} />
      </div>
    );
  }
  if (media.includes(type)) return one("url", { label: t(`messages.${type}`) });
  if (type === "whatsapp_message_template") {
    return (
      <div className="message-form">
        <TemplateEditor message={message} path={path} />
      </div>
    );
  }
  return (
    <Stack gap="xs" className="message-form">
      {fields
        .filter(([key]) => key !== "buttons")
        .map(([key, field]) => (
          <Field key={key} form={field} path={[...path, key]} value={message[key]} />
        ))}
    </Stack>
  );
}

/** Markup can be switched off where a text has some. */
function MarkupSwitch({ message, path }: { message: JsonObject; path: Path }) {
  const { markup = true } = message;
  const field = messageFields("text").find(([key]) => key === "markup")?.[1];
  const hasMarkup = markup === false || parseMarkup(textOf(message.text)).marks.length > 0;
  return field && hasMarkup ? <Field form={field} path={[...path, "markup"]} value={markup} /> : null;
}
