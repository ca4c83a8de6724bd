import type { Profile } from "../profile.ts";
import { Avatar } from "./avatar.tsx";
import { useScreen } from "./screen.ts";

/** The page's name and greeting and, in an empty conversation, its ice breakers. */
export function Intro({ profile, isEmpty }: { profile: Profile; isEmpty: boolean }) {
  const { chat, words, pageName, focusHome } = useScreen();
  return (
    <div class="intro">
      <Avatar />
      <h2 dir="auto">{pageName}</h2>
      {profile.greeting && (
        <p class="greeting" dir="auto">
          {profile.greeting}
        </p>
      )}
      {isEmpty && profile.iceBreakers.length > 0 && (
        <ul class="ice-breakers" aria-label={words.questions}>
          {profile.iceBreakers.map((question, index) => {
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
      )}
    </div>
  );
}
