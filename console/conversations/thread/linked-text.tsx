import { findLinks } from "@banter/core/model/content/text-links.ts";

/** Text with its line breaks, and web addresses, e-mail addresses and phone numbers as links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="bubble-text">
      {findLinks(text).map(({ text, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
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

const newTab = { target: "_blank", rel: "noreferrer noopener" };
