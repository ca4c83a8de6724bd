import "./filled-text.css";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { shownPieces } from "./shown-text.ts";

/** A text of the flow, with a chip for everything that is filled in for each customer. */
export function FilledText({ text }: { text: string }) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  return shownPieces(text, names, t).map(({ text: words, isFilledIn, hint }, index) =>
    isFilledIn ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
      <span key={index} className="filled-in" title={hint}>
        {words}
      </span>
    ) : (
      words
    ),
  );
}
