import type { ReplyButton } from "../message.ts";
import { useScreen } from "./screen.ts";

/** Questions to start with, for a visitor who has not written yet. */
export function IceBreakers({ questions, isAfterMessages }: { questions: ReplyButton[]; isAfterMessages: boolean }) {
  const { chat, words, focusHome } = useScreen();
  if (questions.length === 0) return null;
  return (
    <ul class={`ice-breakers ${isAfterMessages ? "after-messages" : ""}`} aria-label={words.questions}>
      {questions.map((question, index) => {
        const ask = () => {
          chat.press(question);
          focusHome();
        };
        return (
          <li key={index}>
            <button type="button" class="chip" dir="auto" onClick={ask}>
              {question.title}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
