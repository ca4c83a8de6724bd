const link = /(https?:\/\/[^\s<>"“”]+[^\s<>"“”.,;:!?)\]}'])/g;

/** Text with its line breaks, and addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="bubble-text">
      {text.split(link).map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
          <a key={index} href={part} target="_blank" rel="noreferrer noopener">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
