import { Avatar } from "./avatar.tsx";
import { useScreen } from "./screen.ts";
import { Text } from "./text.tsx";

/** The page types, or its answer as far as it is written. Screen readers announce the message that replaces it. */
export function Typing({ words: soFar }: { words: string }) {
  const { words, pageName } = useScreen();
  return (
    <div class="message page typing first last">
      <span class="side">
        <Avatar />
      </span>
      <div class="body">
        <div class="bubble">
          {soFar && <Text text={soFar} />}
          <div class="dots" role="img" aria-label={words.typing(pageName)}>
            <i />
            <i />
            <i />
          </div>
        </div>
      </div>
    </div>
  );
}
