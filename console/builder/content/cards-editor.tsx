import type { JsonObject } from "@banter/core/model/json.ts";
import { UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SortableList } from "../../ui/sorting/sortable-list.tsx";
import { useScene } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import { FieldFault } from "../inspector/field-fault.tsx";
import { RemoveButton } from "../inspector/remove-button.tsx";
import { listOf } from "../steps/exits.ts";
import { textOf } from "../steps/summary.ts";
import { ButtonsEditor } from "./buttons-editor.tsx";
import { cardFields } from "./content-form.ts";
import { newCard } from "./message-kinds.ts";

type Props = { message: JsonObject; path: Path; name: string };

/** A carousel of cards, each edited as the card that it is. */
export function CardsEditor({ message, path, name }: Props) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { stepId, set, isReadOnly } = useInspected();
  const cards: unknown[] = Array.isArray(message.elements) ? message.elements : [];
  const place: Path = [...path, "elements"];
  const nameOf = (index: number) => {
    const title = textOf(listOf(cards).find(([, at]) => at === index)?.[0].title);
    return title || t("content.card", { place: index + 1 });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll in all browsers
    // biome-ignore lint/a11y/noNoninteractiveTabindex: parts that scroll must be reachable by keyboard
    <div role="group" className="card-strip" aria-label={name} tabIndex={0}>
      <SortableList
        className="card-list"
        flow="row"
        items={listOf(cards).map(([card, index]) => ({ card, index }))}
        keyOf={({ index }) => index + 1}
        nameOf={({ index }) => nameOf(index)}
        onReorder={(next) =>
          set(
            place,
            next.map(({ card }) => card),
          )
        }
        disabled={isReadOnly || cards.length < 2}
        render={({ card, index }, handle) => (
          <CardEditor
            key={index}
            card={card}
            name={nameOf(index)}
            path={[...place, index]}
            handle={handle}
            onRemove={() => set(place, cards.toSpliced(index, 1))}
          />
        )}
      />
      {!isReadOnly && cards.length < 10 && (
        <UnstyledButton
          className="card-add add-item"
          onClick={() => {
            builder.markNew(stepId, [...place, cards.length]);
            set(place, [...cards, newCard()]);
          }}
        >
          <IconPlus size={20} aria-hidden />
          {t("content.addCard")}
        </UnstyledButton>
      )}
      <FieldFault path={place} />
    </div>
  );
}

type CardProps = { card: JsonObject; name: string; path: Path; handle: ReactNode; onRemove: () => void };

function CardEditor({ card, name, path, handle, onRemove }: CardProps) {
  const { t } = useTranslation("builder");
  const { isReadOnly } = useInspected();
  const one = (key: string, placeholder = "") => {
    const form = cardFields().find(([field]) => field === key)?.[1];
    return form && <Field form={form} path={[...path, key]} value={card[key]} isBare placeholder={placeholder} />;
  };
  return (
    <section className="card-editor" aria-label={name}>
      <div className="edit-card">
        {one("image_url")}
        <div className="edit-card-words">
          <div className="edit-card-title">{one("title", t("content.titleHint"))}</div>
          <div className="edit-card-subtitle">{one("subtitle", t("content.subtitleHint"))}</div>
        </div>
        <ButtonsEditor path={[...path, "buttons"]} value={card.buttons} of={name} />
      </div>
      {!isReadOnly && (
        <div className="card-tools">
          {handle}
          <RemoveButton name={name} onClick={onRemove} />
        </div>
      )}
    </section>
  );
}
