import { newTab } from "./buttons.tsx";
import { findLinks } from "./link.ts";

/** A text with links for the web addresses in it. */
export function Text({ text }: { text: string }) {
  return (
    <p class="text" dir="auto">
      {findLinks(text).map(({ text, href }, index) =>
        href ? (
          <a key={index} href={href} {...newTab}>
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  );
}
