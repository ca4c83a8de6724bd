import { canBeSent, type MessageTemplate } from "@banter/core/model/content/message-template.ts";
import { contentOf, placesOf, type TemplatePlace } from "@banter/core/model/content/template-places.ts";
import { Modal, Skeleton, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { TemplatePreview } from "../../frame/choosers/message-templates/template-preview.tsx";
import { TemplateSelect } from "../../frame/choosers/message-templates/template-select.tsx";
import { usePlaceWords } from "../../frame/choosers/message-templates/use-place-words.ts";
import { useTemplates } from "../../frame/choosers/message-templates/use-templates.ts";
import { FileField } from "../../media/file-field.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { Failure } from "../../ui/failure.tsx";
import type { Content } from "./outbox.ts";
import { TypedTemplate } from "./typed-template.tsx";

type Props = { onClose: () => void; onSend: (content: Content) => void };

/** A message that the platform has approved, chosen from the account's list where the platform has one. */
export function TemplateDialog(props: Props) {
  const { t } = useTranslation("conversations");
  const templates = useTemplates();
  const { query, data } = templates;
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t("template.title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton h={160} />
      ) : data.has_templates ? (
        <ChosenTemplate {...props} templates={templates} />
      ) : (
        <TypedTemplate {...props} />
      )}
    </Modal>
  );
}

function ChosenTemplate({ onClose, onSend, templates }: Props & { templates: ReturnType<typeof useTemplates> }) {
  const { t } = useTranslation("conversations");
  const [chosen, setChosen] = useState<MessageTemplate>();
  const [values, setValues] = useState<Record<string, string>>({});
  const places = placesOf(chosen?.parts ?? []);
  const isReady =
    chosen !== undefined && canBeSent(chosen) && places.every(({ id, isOptional }) => isOptional || values[id]?.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || !isReady) return;
    onSend({ messages: [contentOf(chosen, values)] });
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TemplateSelect
          templates={templates}
          chosen={chosen}
          onChoose={(next) => {
            setChosen(next);
            setValues({});
          }}
        />
        {places.map((place) => (
          <PlaceInput
            key={place.id}
            place={place}
            value={values[place.id] ?? ""}
            onChange={(value) => setValues({ ...values, [place.id]: value })}
          />
        ))}
        {chosen && <TemplatePreview template={chosen} values={values} />}
        <DialogButtons onCancel={onClose} submit={t("composer.send")} isPending={false} isDisabled={!isReady} />
      </Stack>
    </form>
  );
}

type InputProps = { place: TemplatePlace; value: string; onChange: (value: string) => void };

function PlaceInput({ place, value, onChange }: InputProps) {
  const { label, help } = usePlaceWords()(place);
  const input = (
    <TextInput
      label={label}
      description={help}
      required={!place.isOptional}
      maxLength={2000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  const kind = mediaKinds[place.kind as keyof typeof mediaKinds];
  if (!kind) return input;
  return (
    <FileField field={label} kinds={[kind]} onChoose={({ url }) => onChange(url)}>
      {input}
    </FileField>
  );
}

const mediaKinds = { image: "image", video: "video", document: "file" } as const;
