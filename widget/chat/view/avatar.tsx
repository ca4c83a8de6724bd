import { useState } from "preact/hooks";
import { useScreen } from "./screen.ts";

/** The page's picture or, without one, the first letter of its name. */
export function Avatar() {
  const { pageName, look } = useScreen();
  const [broken, setBroken] = useState<string>();
  const { picture } = look;
  const letter = /[\p{L}\p{N}]/u.exec(pageName)?.[0] ?? "";
  return (
    <span class="avatar" aria-hidden="true">
      {picture && picture !== broken ? (
        <img src={picture} alt="" onError={() => setBroken(picture)} />
      ) : (
        letter.toLocaleUpperCase()
      )}
    </span>
  );
}
