import type { ComponentChildren } from "preact";
import { Avatar } from "./avatar.tsx";
import { useScreen } from "./screen.ts";

/** The page's heading and greeting, above the conversation. */
export function Intro({ greeting, children }: { greeting: string; children: ComponentChildren }) {
  const { pageName, look } = useScreen();
  return (
    <div class="intro">
      <Avatar />
      <h2 dir="auto">{look.texts?.title ?? pageName}</h2>
      {greeting && (
        <p class="greeting" dir="auto">
          {greeting}
        </p>
      )}
      {children}
    </div>
  );
}
