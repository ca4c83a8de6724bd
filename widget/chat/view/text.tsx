import { findLinks } from "@banter/core/model/content/text-links.ts";
import { newTab } from "./buttons.tsx";

/** A text with links for the web addresses, e-mail addresses and phone numbers in it. */
export function Text({ text }: { text: string }) {
  return (
    <p class="text" dir="auto">
      {findLinks(text).map(({ text, href }, index) =>
        href ? (
          <a key={index} href={href} {...(href.startsWith("http") && newTab)}>
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  );
}
