import type { JsonObject } from "@banter/core/model/json.ts";
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import { ItemTools } from "../inspector/item-tools.tsx";
import { listOf } from "../steps/exits.ts";
import { textOf } from "../steps/summary.ts";
import { ButtonsEditor } from "./buttons-editor.tsx";
import { messageForm } from "./content-form.ts";
import { newCard } from "./message-kinds.ts";

/** A carousel of cards: picture, title, subtitle, link and buttons each. */
export function CardsEditor({ message, path }: { message: JsonObject; path: Path }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const form = messageForm("cards");
  const fields = form?.kind === "object" ? form.fields : [];
  const elements = fields.find(([key]) => key === "elements")?.[1];
  const card = elements?.kind === "list" && elements.item.kind === "object" ? elements.item.fields : [];
  const shape = fields.find(([key]) => key === "image_aspect_ratio")?.[1];
  const cards: unknown[] = Array.isArray(message.elements) ? message.elements : [];
  const place: Path = [...path, "elements"];
  return (
    <Stack gap="xs">
      {listOf(cards).map(([each, index]) => {
        const name = textOf(each.title) || t("content.card", { place: index + 1 });
        return (
          <Paper key={index} withBorder p="xs" component="section" aria-label={name}>
            <Group justify="space-between" mb={4}>
              <Text size="xs" c="dimmed">
                {t("content.card", { place: index + 1 })}
              </Text>
              {!isReadOnly && (
                <ItemTools items={cards} index={index} name={name} onChange={(next) => set(place, next)} />
              )}
            </Group>
            <Stack gap="xs">
              {card
                .filter(([key]) => key !== "buttons")
                .map(([key, field]) => (
                  <Field key={key} form={field} path={[...place, index, key]} value={each[key]} />
                ))}
              <ButtonsEditor path={[...place, index, "buttons"]} value={each.buttons} of={name} />
            </Stack>
          </Paper>
        );
      })}
      {!isReadOnly && cards.length < 10 && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set(place, [...cards, newCard()])}
        >
          {t("content.addCard")}
        </Button>
      )}
      {shape && <Field form={shape} path={[...path, "image_aspect_ratio"]} value={message.image_aspect_ratio} />}
    </Stack>
  );
}
