import { Avatar } from "./avatar.tsx";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

export function Header({ isConnecting, away }: { isConnecting: boolean; away: string }) {
  const { words, pageName, close } = useScreen();
  return (
    <header class="header">
      <Avatar />
      <div class="heading">
        <h1>
          <bdi>{pageName}</bdi>
        </h1>
        {away && (
          <p class="away" dir="auto" title={away}>
            {away}
          </p>
        )}
        {isConnecting && (
          <p class="connecting" role="status">
            {words.connecting}
          </p>
        )}
      </div>
      {close && (
        <button type="button" class="icon-button" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </header>
  );
}
