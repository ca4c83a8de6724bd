import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import { parseMarkup } from "@banter/core/flow/render/markup.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { Group, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { useScene } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import { ItemTools } from "../inspector/item-tools.tsx";
import type { Form } from "../steps/schema-form.ts";
import { textOf } from "../steps/summary.ts";
import { ButtonsEditor } from "./buttons-editor.tsx";
import { CardsEditor } from "./cards-editor.tsx";
import { messageForm } from "./content-form.ts";
import { messageIcons } from "./message-kinds.ts";

const TemplateEditor = lazyPart(async () => (await import("./template-editor.tsx")).TemplateEditor, { height: 80 });

/** Kinds whose buttons are elsewhere, or are the platform's. */
const withoutButtons = ["cards", "whatsapp_message_template", "form", "products", "invoice"];

type Props = { messages: unknown[]; message: JsonObject; index: number; path: Path };

/** A message with its buttons below it, as the customer sees them. */
export function MessageEditor({ messages, message, index, path }: Props) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const type = textOf(message.type);
  const Icon = messageIcons[type as keyof typeof messageIcons] ?? messageIcons.text;
  const name = t("content.message", { kind: t(`messages.${type}`, { defaultValue: type }), place: index + 1 });
  const own: Path = [...path, index];
  const form = messageForm(type);
  return (
    <Paper withBorder p="xs" className="message-editor" component="section" aria-label={name}>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Group gap={6}>
          <Icon size={16} aria-hidden />
          <Text size="sm" fw={600}>
            {t(`messages.${type}`, { defaultValue: type })}
          </Text>
        </Group>
        {!isReadOnly && <ItemTools items={messages} index={index} name={name} onChange={(next) => set(path, next)} />}
      </Group>
      <Stack gap="xs">
        {type === "cards" ? (
          <CardsEditor message={message} path={own} />
        ) : type === "whatsapp_message_template" ? (
          <TemplateEditor message={message} path={own} />
        ) : (
          <Stack gap="xs" className={`words-of-${type}`}>
            <Words form={form} message={message} path={own} />
          </Stack>
        )}
        <MarkupSwitch form={form} message={message} path={own} />
        {!withoutButtons.includes(type) && (
          <ButtonsEditor path={[...own, "buttons"]} value={message.buttons} of={name} />
        )}
      </Stack>
    </Paper>
  );
}

/** The text or the media address: all settings but the buttons. */
function Words({ form, message, path }: { form: Form | undefined; message: JsonObject; path: Path }) {
  const { showsRoundVideos }: ChannelFacts = channelFacts[useScene().page.channel];
  if (form?.kind !== "object") return null;
  return form.fields
    .filter(([key]) => key !== "buttons" && key !== "markup")
    .filter(([key]) => key !== "round" || showsRoundVideos || message.round === true)
    .map(([key, field]) => <Field key={key} form={field} path={[...path, key]} value={message[key]} />);
}

/** Markup can be switched off where a text has some. */
function MarkupSwitch({ form, message, path }: { form: Form | undefined; message: JsonObject; path: Path }) {
  const { markup = true } = message;
  const field = form?.kind === "object" ? form.fields.find(([key]) => key === "markup")?.[1] : undefined;
  const hasMarkup = markup === false || parseMarkup(textOf(message.text)).marks.length > 0;
  return field && hasMarkup ? <Field form={field} path={[...path, "markup"]} value={markup} /> : null;
}
