import "./content.css";
import { isObject } from "@banter/core/model/json.ts";
import { MediaKind } from "@banter/core/model/media.ts";
import { Stack, UnstyledButton } from "@mantine/core";
import { type Icon, IconMessageReply } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UploadRows } from "../../media/upload-rows.tsx";
import { useDroppedFile } from "../../media/use-dropped-file.ts";
import { SortableList } from "../../ui/sorting/sortable-list.tsx";
import { useScene } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { ActionsEditor } from "../forms/actions-editor.tsx";
import { MoreSettings } from "../forms/more-settings.tsx";
import { useInspected } from "../inspector/context.ts";
import { FieldFault } from "../inspector/field-fault.tsx";
import { listOf } from "../steps/exits.ts";
import { actionsForm } from "./content-form.ts";
import { MessageEditor } from "./message-editor.tsx";
import { kindsOn, messageIcons, newMessage } from "./message-kinds.ts";
import { hasRareSettings, RareSettings } from "./rare-settings.tsx";
import { newReply, RepliesEditor } from "./replies-editor.tsx";
import { useNewest } from "./use-newest.ts";

const maxMessages = 10;

type Addable = { label: string; icon: Icon; onAdd: () => void };

type Props = {
  label: string;
  path: Path;
  value: unknown;
  /** Below the last message, as the choices of a question. */
  beneath?: ReactNode;
  /** Something else that can be added in place of quick replies, or nothing. `newest` finds it, for the focus. */
  adds?: (Addable & { newest: string }) | null;
  /** Further rare settings of the step. */
  more?: { isUsed: boolean; places: readonly string[]; settings: ReactNode };
  /** Between the content and its rare settings. */
  children?: ReactNode;
};

/**
 * The content of a step, written as the chat that the customer sees: messages in the order of sending, and quick
 * replies. Below it stands what can be added.
 */
export function ContentEditor({ label, path, value, beneath, adds, more, children }: Props) {
  const { t } = useTranslation("builder");
  const { builder, page } = useScene();
  const { stepId, set, isReadOnly } = useInspected();
  const content = isObject(value) ? value : {};
  const messages = Array.isArray(content.messages) ? content.messages : [];
  const replies: unknown[] = Array.isArray(content.quick_replies) ? content.quick_replies : [];
  const place: Path = [...path, "messages"];
  const { frame, focusNewest } = useNewest();
  const nameOf = (index: number) => {
    const type = listOf(messages).find(([, at]) => at === index)?.[0].type;
    return t("content.message", { kind: t(`messages.${type}`, { defaultValue: type }), place: index + 1 });
  };

  function add(kind: string, filled: { url?: string } = {}): void {
    builder.markNew(stepId, [...place, messages.length]);
    set(place, [...messages, { ...newMessage(kind), ...filled }]);
    focusNewest(".message-editor");
  }

  const isFull = messages.length >= maxMessages;
  const kinds = MediaKind.options.filter((kind) => kindsOn(page.channel).includes(kind));
  const dropped = useDroppedFile(kinds, ({ kind, url }) => add(kind, { url }));

  function addReply(): void {
    builder.markNew(stepId, [...path, "quick_replies", replies.length]);
    set([...path, "quick_replies"], [...replies, newReply()]);
    focusNewest(".reply-pills .form-row");
  }

  function addOther(): void {
    adds?.onAdd();
    if (adds) focusNewest(adds.newest);
  }

  return (
    <Stack gap={10}>
      <fieldset
        className={dropped.isOver ? "chat-editor is-over" : "chat-editor"}
        aria-label={label}
        ref={frame}
        {...(!isReadOnly && !isFull && dropped.handlers)}
      >
        <SortableList
          className="chat-messages"
          items={listOf(messages).map(([message, index]) => ({ message, index }))}
          keyOf={({ index }) => index + 1}
          nameOf={({ index }) => nameOf(index)}
          onReorder={(next) =>
            set(
              place,
              next.map(({ message }) => message),
            )
          }
          disabled={isReadOnly || messages.length < 2}
          render={({ message, index }, handle) => (
            <MessageEditor
              key={index}
              message={message}
              name={nameOf(index)}
              path={[...place, index]}
              handle={handle}
              onRemove={() => set(place, messages.toSpliced(index, 1))}
            />
          )}
        />
        <FieldFault path={place} />
        {beneath}
        <RepliesEditor path={[...path, "quick_replies"]} value={content.quick_replies} />
      </fieldset>
      <UploadRows uploads={dropped.uploads} retry={dropped.retry} dismiss={dropped.dismiss} />
      {!isReadOnly && (
        <AddRow
          isFull={isFull}
          onAdd={add}
          more={
            adds === undefined
              ? replies.length < 11 && { label: t("content.addReply"), icon: IconMessageReply, onAdd: addReply }
              : adds !== null && { ...adds, onAdd: addOther }
          }
        />
      )}
      {children}
      <MoreSettings
        isUsed={listOf(content.actions).length > 0 || hasRareSettings(messages) || (more?.isUsed ?? false)}
        places={[`${path.join("/")}/actions`, ...(more?.places ?? [])]}
      >
        {more?.settings}
        <RareSettings messages={messages} path={place} />
        <ContentActions path={[...path, "actions"]} value={content.actions} />
      </MoreSettings>
    </Stack>
  );
}

function ContentActions({ path, value }: { path: Path; value: unknown }) {
  const { t } = useTranslation("builder");
  const form = actionsForm();
  return form ? <ActionsEditor form={form} path={path} value={value} label={t("content.actions")} isOptional /> : null;
}

type AddProps = {
  isFull: boolean;
  onAdd: (kind: string) => void;
  more: Addable | false;
};

/** Everything that can be added, as quiet signs with their names. */
function AddRow({ isFull, onAdd, more }: AddProps) {
  const { t } = useTranslation("builder");
  const { channel } = useScene().page;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form
    <div role="group" aria-label={t("content.add")} className="add-row">
      {!isFull &&
        kindsOn(channel).map((kind) => (
          <AddItem
            key={kind}
            icon={messageIcons[kind]}
            label={t(`content.adds.${kind}`, { defaultValue: t(`messages.${kind}`) })}
            onAdd={() => onAdd(kind)}
          />
        ))}
      {more && <AddItem {...more} />}
    </div>
  );
}

function AddItem({ icon: Icon, label, onAdd }: Addable) {
  return (
    <UnstyledButton className="add-item" onClick={onAdd}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>{label}</span>
    </UnstyledButton>
  );
}
