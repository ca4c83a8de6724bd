import { useScreen } from "./screen.ts";

/** The first letter of the page's name. */
export function Avatar() {
  const { pageName } = useScreen();
  const letter = /[\p{L}\p{N}]/u.exec(pageName)?.[0] ?? "";
  return (
    <span class="avatar" aria-hidden="true">
      {letter.toLocaleUpperCase()}
    </span>
  );
}
