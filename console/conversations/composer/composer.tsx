import { ActionIcon, Combobox, SegmentedControl, Textarea, useCombobox } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmojiButton } from "../../frame/emoji/emoji-button.tsx";
import { useMay, usePage } from "../../frame/use-page.ts";
import type { ConversationInfo } from "../../live/conversation-cache.ts";
import { errorText } from "../../ui/error-text.ts";
import { type Presence, usePresence } from "../use-presence.ts";
import { AnsweredLine } from "./answered-line.tsx";
import { AttachButton } from "./attach-button.tsx";
import { keepDraft, recallDraft } from "./drafts.ts";
import type { Content } from "./outbox.ts";
import { SavedRepliesButton } from "./saved-replies-button.tsx";
import { SavedReplyOptions, useSavedReplies } from "./saved-reply-options.tsx";
import { TemplateButton } from "./template-button.tsx";
import { useAddNote } from "./use-add-note.ts";
import { useAnswering } from "./use-answering.ts";
import { useOutbox } from "./use-outbox.ts";
import { WindowLine } from "./window-line.tsx";

type Props = { info: ConversationInfo };
type Mode = "reply" | "note";

const maxLength = { reply: 2000, note: 5000 };

/** A member writes here: to the customer, or a note to other members. */
export function Composer({ info }: Props) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const presence = usePresence(info.conversation.psid);
  return mayConverse ? (
    <Writing info={info} presence={presence} />
  ) : (
    <p className="composer is-quiet">{t("composer.readOnly")}</p>
  );
}

function Writing({ info: { conversation, window }, presence }: Props & { presence: Presence }) {
  const { t } = useTranslation("conversations");
  const { psid, is_blocked } = conversation;
  const [mode, setMode] = useState<Mode>("reply");
  const [text, setText] = useDraft(psid, presence);
  const input = useRef<HTMLTextAreaElement>(null);
  const note = useAddNote(psid);
  const tag = window.is_open ? undefined : window.tags[0];
  const { answered, send, sendTemplate, drop } = useAnswer(psid, tag, () => {
    setMode("reply");
    input.current?.focus();
  });
  const isClosed = mode === "reply" && (is_blocked || (!window.is_open && tag === undefined));
  const replies = useSavedReplies(mode === "reply" && text.startsWith("/") ? text.slice(1) : undefined);
  const combobox = useCombobox({ opened: replies.length > 0, onDropdownClose: () => combobox.resetSelectedOption() });

  const finish = () => {
    setText("");
    input.current?.focus();
  };
  const submit = () => {
    const words = text.trim();
    if (!words || isClosed) return;
    if (mode === "note") note.mutate(words, { onSuccess: finish });
    else {
      send({ messages: [{ type: "text", text: words }] });
      finish();
    }
  };
  const insert = (words: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {};
    setText(text.slice(0, selectionStart) + words + text.slice(selectionEnd));
    input.current?.focus();
  };
  const dropQuote = () => {
    drop();
    input.current?.focus();
  };
  const use = (reply: string) => {
    setText(reply);
    input.current?.focus();
  };
  return (
    <div className="composer" data-mode={mode}>
      <div className="composer-head">
        <ModeSwitch mode={mode} onChange={setMode} />
        {mode === "reply" && <WindowLine window={window} isBlocked={is_blocked} tag={tag} />}
      </div>
      {mode === "reply" && answered && <AnsweredLine answered={answered} onDrop={dropQuote} />}
      <Combobox store={combobox} onOptionSubmit={use} position="top-start" width="target" withinPortal>
        <Combobox.EventsTarget withAriaAttributes={false}>
          <Textarea
            ref={input}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={maxLength[mode]}
            aria-label={t(`composer.${mode}Label`)}
            placeholder={t(`composer.${mode}Placeholder`)}
            disabled={isClosed}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) =>
              onKey(event, {
                isChoosing: replies.length > 0 && combobox.getSelectedOptionIndex() !== -1,
                submit,
                dropQuote: mode === "reply" && answered ? dropQuote : undefined,
              })
            }
          />
        </Combobox.EventsTarget>
        <SavedReplyOptions replies={replies} />
      </Combobox>
      {note.error ? (
        <p role="alert" className="composer-fault">
          {errorText(note.error)}
        </p>
      ) : null}
      <div className="composer-foot">
        <EmojiButton label={t("composer.emoji")} onChoose={insert} isDisabled={isClosed} />
        {mode === "reply" && <SavedRepliesButton onChoose={use} isDisabled={isClosed} />}
        {mode === "reply" && <AttachButton onSend={send} isDisabled={isClosed} />}
        {mode === "reply" && window.takes_templates && !is_blocked && (
          <TemplateButton isProminent={!window.is_open} onSend={sendTemplate} />
        )}
        <ActionIcon
          className="send"
          size="lg"
          variant="filled"
          aria-label={t(mode === "note" ? "composer.addNote" : "composer.send")}
          disabled={isClosed || text.trim() === ""}
          loading={note.isPending}
          onClick={submit}
        >
          <IconSend size={18} />
        </ActionIcon>
      </div>
    </div>
  );
}

function ModeSwitch({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useTranslation("conversations");
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("composer.mode")}
      value={mode}
      onChange={(chosen) => onChange(chosen as Mode)}
      data={[
        { value: "reply", label: t("composer.reply") },
        { value: "note", label: t("composer.note") },
      ]}
    />
  );
}

/** Sends content, as an answer to the message that was chosen for it. `onChosen` is called when one was just chosen. */
function useAnswer(psid: string, tag: string | undefined, onChosen: () => void) {
  const outbox = useOutbox(psid);
  const [answered, answer] = useAnswering(psid);
  useEffect(() => {
    if (!answered?.isNew) return;
    onChosen();
    answer({ ...answered, isNew: false });
  }, [answered, answer, onChosen]);
  return {
    answered,
    send(content: Content): void {
      outbox.send(content, tag, answered);
      answer(null);
    },
    sendTemplate: (content: Content) => outbox.send(content),
    drop: () => answer(null),
  };
}

/** The text of the conversation, kept while one looks at others. */
function useDraft(psid: string, presence: Presence): [string, (text: string) => void] {
  const { id: pageId } = usePage();
  const [text, setState] = useState(() => recallDraft(pageId, psid));
  const setText = (next: string) => {
    setState(next);
    keepDraft(pageId, psid, next);
    if (next) presence.type();
    else presence.rest();
  };
  return [text, setText];
}

type Keys = { isChoosing: boolean; submit: () => void; dropQuote: (() => void) | undefined };

/**
 * Enter sends where there is a keyboard; phones have the button, and Enter breaks the line. Escape drops the quote, and
 * leads back to the list without one.
 */
function onKey(event: KeyboardEvent, { isChoosing, submit, dropQuote }: Keys): void {
  if (event.key === "Escape" && dropQuote) {
    event.preventDefault();
    dropQuote();
    return;
  }
  const isTouch = matchMedia("(pointer: coarse)").matches;
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || isChoosing || isTouch) return;
  event.preventDefault();
  submit();
}
