import { Combobox, useCombobox } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../frame/use-page.ts";
import { WritingField, type WritingHandle } from "../../frame/writing/writing-field.tsx";
import type { ConversationInfo } from "../../live/conversation-cache.ts";
import type { Media } from "../../media/upload.ts";
import { UploadRows } from "../../media/upload-rows.tsx";
import { errorText } from "../../ui/error-text.ts";
import { useKeys } from "../keys/use-keys.ts";
import { useSettle } from "../state/use-settle.ts";
import { type Presence, usePresence } from "../use-presence.ts";
import { AnsweredLine } from "./answered-line.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import { Collision } from "./collision.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { onKey } from "./on-key.ts";
import { SavedReplyOptions, useSavedReplies } from "./saved-reply-options.tsx";
import { type Mode, ModeSwitch } from "./send-buttons.tsx";
import { useAddNote } from "./use-add-note.ts";
import { useAnswer } from "./use-answer.ts";
import { useDraft } from "./use-draft.ts";
import { useWaitingFiles } from "./use-waiting-files.ts";
import { WindowLine } from "./window-line.tsx";

type Props = { info: ConversationInfo; onSettled: () => void };

const maxLength = { reply: 2000, note: 5000 };

/** A member writes here: to the customer, or a note to other members. */
export function Composer({ info, onSettled }: Props) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const presence = usePresence(info.conversation.psid);
  return mayConverse ? (
    <Writing info={info} onSettled={onSettled} presence={presence} />
  ) : (
    <p className="composer is-quiet">{t("composer.readOnly")}</p>
  );
}

function Writing({ info, onSettled, presence }: Props & { presence: Presence }) {
  const { t } = useTranslation("conversations");
  const { conversation, window } = info;
  const { psid, is_blocked } = conversation;
  const [mode, setMode] = useState<Mode>("reply");
  const [text, setText] = useDraft(psid, presence);
  const input = useRef<WritingHandle>(null);
  const note = useAddNote(psid);
  const { settle } = useSettle(conversation);
  const tag = window.is_open ? undefined : window.tags[0];
  const write = (next: Mode) => {
    setMode(next);
    input.current?.focus();
  };
  useKeys({ reply: () => write("reply"), note: () => write("note") });
  const { answered, send, sendTemplate, drop } = useAnswer(psid, tag, () => write("reply"));
  const isClosed = mode === "reply" && (is_blocked || (!window.is_open && tag === undefined));
  const replies = useSavedReplies(mode === "reply" && text.startsWith("/") ? text.slice(1) : undefined);
  const combobox = useCombobox({ opened: replies.length > 0, onDropdownClose: () => combobox.resetSelectedOption() });
  const { files, remove, clear, dropped } = useWaitingFiles(() => input.current?.focus());
  const takesFiles = mode === "reply" && !isClosed;
  const isEmpty = text.trim() === "" && (mode === "note" || files.length === 0);

  /** `isLast`: the conversation is done with it, and the next one is opened. */
  const submit = (isLast: boolean) => {
    const words = text.trim();
    if (isEmpty || isClosed) return;
    if (mode === "note") note.mutate(words, { onSuccess: () => use("") });
    else {
      send({ messages: messagesOf(files, words) }, isLast ? () => settle({ state: "done" }) : undefined);
      clear();
      use("");
      if (isLast) onSettled();
    }
  };
  const dropQuote = () => {
    drop();
    input.current?.focus();
  };
  const use = (reply: string) => {
    setText(reply);
    input.current?.write(reply);
  };
  return (
    <div
      className={dropped.isOver ? "composer is-over" : "composer"}
      data-mode={mode}
      {...(takesFiles && dropped.handlers)}
    >
      <div className="composer-head">
        <ModeSwitch mode={mode} onChange={setMode} />
        {mode === "reply" && <WindowLine window={window} isBlocked={is_blocked} tag={tag} />}
      </div>
      <Collision info={info} />
      {mode === "reply" && answered && <AnsweredLine answered={answered} onDrop={dropQuote} />}
      <Combobox store={combobox} onOptionSubmit={use} position="top-start" width="target" withinPortal>
        <Combobox.DropdownTarget>
          <div>
            <WritingField
              ref={input}
              label={t(`composer.${mode}Label`)}
              isLabelHidden
              isLong
              landing={mode === "reply" ? "text" : undefined}
              hasSlash={false}
              hasTools={false}
              maxLength={maxLength[mode]}
              placeholder={t(`composer.${mode}Placeholder`)}
              isDisabled={isClosed}
              value={text}
              onChange={setText}
              onKeyDown={(event) =>
                onKey(event, {
                  list: replies.length > 0 ? combobox : undefined,
                  // Without a choice, the first reply that fits is meant.
                  submit: (isLast) => (replies[0] ? use(replies[0].text) : submit(isLast)),
                  dropQuote: mode === "reply" && answered ? dropQuote : undefined,
                })
              }
            />
          </div>
        </Combobox.DropdownTarget>
        <SavedReplyOptions replies={replies} />
      </Combobox>
      {takesFiles && (
        <>
          <AttachedFiles files={files} onRemove={remove} />
          <UploadRows uploads={dropped.uploads} retry={dropped.retry} dismiss={dropped.dismiss} />
        </>
      )}
      <Fault error={note.error} />
      <ComposerTools
        {...{ info, mode, text, isClosed, isEmpty, input, use, send, sendTemplate }}
        isPending={note.isPending}
        onSend={submit}
      />
    </div>
  );
}

function messagesOf(files: readonly Media[], words: string) {
  const sent = files.map(({ kind, url }) => ({ type: kind, url }));
  return words ? [...sent, { type: "text" as const, text: words }] : sent;
}

function Fault({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="composer-fault">
      {errorText(error)}
    </p>
  );
}
