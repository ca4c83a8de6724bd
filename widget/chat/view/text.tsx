import { newTab } from "./buttons.tsx";
import { findLinks } from "./link.ts";

/** A text with its web addresses made into links. */
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
