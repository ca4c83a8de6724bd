import { Avatar } from "./avatar.tsx";
import { useScreen } from "./screen.ts";

export function Typing() {
  const { words, pageName } = useScreen();
  return (
    <div class="message page typing first last">
      <span class="side">
        <Avatar />
      </span>
      <div class="body">
        <div class="bubble dots" role="img" aria-label={words.typing(pageName)}>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}
