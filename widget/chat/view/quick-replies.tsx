import { useEffect, useState } from "preact/hooks";
import type { QuickReply } from "../message.ts";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

type Detail = "phone_number" | "email";

/** Suggested answers under the last message. */
export function QuickReplies({ replies }: { replies: QuickReply[] }) {
  const { chat, words, focusHome } = useScreen();
  const [asked, setAsked] = useState<Detail>();
  const isAsking = asked && replies.some(({ type }) => type === asked);
  useEffect(() => {
    if (replies.length === 0) setAsked(undefined);
  }, [replies.length]);
  if (replies.length === 0) return null;
  if (isAsking) return <DetailForm detail={asked} onDone={() => setAsked(undefined)} />;

  return (
    <ul class="quick-replies" aria-label={words.quickReplies}>
      {replies.map((reply, index) => {
        const choose = () => {
          if (reply.type !== "reply") return setAsked(reply.type);
          chat.press(reply);
          focusHome();
        };
        return (
          <li key={index}>
            <button type="button" class="chip" dir="auto" onClick={choose}>
              {reply.type === "phone_number" && <Icon name="call" />}
              {reply.type === "email" && <Icon name="mail" />}
              {reply.type === "reply" ? reply.title : words[reply.type === "email" ? "shareEmail" : "sharePhone"]}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const inputs = {
  phone_number: { type: "tel", autocomplete: "tel", pattern: "[+0-9 \\(\\)\\.\\/\\-]{5,24}", word: "phone" },
  email: { type: "email", autocomplete: "email", pattern: undefined, word: "email" },
} as const;

function DetailForm({ detail, onDone }: { detail: Detail; onDone: () => void }) {
  const { chat, words, focusHome } = useScreen();
  const [text, setText] = useState("");
  const { word, ...input } = inputs[detail];

  function submit(event: Event): void {
    event.preventDefault();
    chat.say(text.trim());
    onDone();
    focusHome();
  }

  function cancelOnEscape(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    cancel();
  }

  function cancel(): void {
    onDone();
    focusHome();
  }

  return (
    <form class="detail" onSubmit={submit} onKeyDown={cancelOnEscape}>
      <input
        {...input}
        aria-label={words[word]}
        placeholder={words[word]}
        required
        maxLength={200}
        value={text}
        ref={focusOnce}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="send" aria-label={words.send}>
        <Icon name="send" />
      </button>
      <button type="button" class="icon-button" aria-label={words.cancel} onClick={cancel}>
        <Icon name="close" />
      </button>
    </form>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
