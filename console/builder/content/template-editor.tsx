import type { MessageTemplate } from "@banter/core/model/content/message-template.ts";
import { contentOf, placesOf, type TemplatePlace, valuesIn } from "@banter/core/model/content/template-places.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { Alert, Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TemplatePreview } from "../../frame/choosers/message-templates/template-preview.tsx";
import { TemplateSelect } from "../../frame/choosers/message-templates/template-select.tsx";
import { usePlaceWords } from "../../frame/choosers/message-templates/use-place-words.ts";
import { useTemplates } from "../../frame/choosers/message-templates/use-templates.ts";
import type { Path } from "../edit/draft.ts";
import { MediaInput } from "../inputs/media.tsx";
import { TemplateField } from "../inputs/template-field.tsx";
import { useInspected } from "../inspector/context.ts";
import { ObjectField } from "../inspector/field.tsx";
import type { FormOf } from "../steps/schema-form.ts";
import { textOf } from "../steps/summary.ts";
import { messageForm } from "./content-form.ts";

type Props = { message: JsonObject; path: Path };

/** A template, chosen from the account's list, with its values by name. By hand where there is no list. */
export function TemplateEditor({ message, path }: Props) {
  const { t } = useTranslation("messageTemplates");
  const { isReadOnly, set } = useInspected();
  const templates = useTemplates();
  const { data, query } = templates;
  const [isByHand, setByHand] = useState(false);
  if (!data && !query.error) return <Skeleton h={80} />;
  const [name, language] = [textOf(message.template_id), textOf(message.language)];
  const chosen = data?.templates.find((each) => (each.name === name || each.id === name) && each.language === language);
  if (!data?.has_templates) return <ByHand message={message} path={path} />;
  const isUnknown = name !== "" && !chosen;
  return (
    <Stack gap="xs">
      {!isByHand && (
        <TemplateSelect
          templates={templates}
          chosen={chosen}
          isReadOnly={isReadOnly}
          onChoose={(next) => set(path, contentOf(next, chosen ? valuesIn(message, next.parts) : {}))}
        />
      )}
      {isUnknown && !templates.reading.isPending && (
        <Alert color="orange" variant="light">
          {t("gone", { name, language })}
        </Alert>
      )}
      {chosen && !isByHand && <Values template={chosen} message={message} path={path} />}
      {(isByHand || isUnknown) && <ByHand message={message} path={path} />}
      {!isUnknown && !isReadOnly && (
        <Anchor component="button" type="button" size="xs" ta="start" onClick={() => setByHand(!isByHand)}>
          {t(isByHand ? "fromList" : "byHand")}
        </Anchor>
      )}
    </Stack>
  );
}

function ByHand({ message, path }: Props) {
  const form = messageForm("whatsapp_message_template");
  return form?.kind === "object" ? <ObjectField form={form} path={path} value={message} /> : null;
}

function Values({ template, message, path }: Props & { template: MessageTemplate }) {
  const { isReadOnly, set } = useInspected();
  const wordsOf = usePlaceWords();
  const places = placesOf(template.parts);
  const values = valuesIn(message, template.parts);
  return (
    <>
      {places.map((place) => {
        const { label, help } = wordsOf(place);
        const isMedia = place.key === "media";
        const Input = isMedia ? MediaInput : TemplateField;
        return (
          <div key={place.id}>
            <Input
              form={isMedia ? mediaForm : textForm}
              label={label}
              path={[...path, ...pathTo(message, place)]}
              value={values[place.id] ?? ""}
              isReadOnly={isReadOnly}
              onChange={(value) => set(path, contentOf(template, { ...values, [place.id]: textOf(value) }))}
            />
            {help && (
              <Text size="xs" c="dimmed">
                {help}
              </Text>
            )}
          </div>
        );
      })}
      <TemplatePreview template={template} values={values} />
    </>
  );
}

const textForm: FormOf<"input"> = {
  kind: "input",
  input: "text",
  template: "text",
  isOptional: false,
  isNullable: false,
};
const mediaForm: FormOf<"input"> = { ...textForm, input: "media-url", template: "url" };

/** Where the value of a place is in the message, so that its faults are shown beside it. */
function pathTo({ components }: JsonObject, { card, part, key }: TemplatePlace): Path {
  const parts = listOf(components);
  const carousel = parts.findIndex(({ type }) => type === "CAROUSEL");
  const among = card === null ? parts : listOf(listOf(parts[carousel]?.cards)[card]?.components);
  const index = among.findIndex(({ type }) => type === part);
  const start: Path =
    card === null ? ["components", index] : ["components", carousel, "cards", card, "components", index];
  if (index < 0) return ["components"];
  if (key === "media") return [...start, "url"];
  if (key === "end") return [...start, "ends_at"];
  const place = listOf(among[index]?.params).findIndex((each) => textOf(each.key).replaceAll(/[{}\s]/g, "") === key);
  return place < 0 ? start : [...start, "params", place, "value"];
}

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
