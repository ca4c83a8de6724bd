/** Longer names are cut: they are to name somebody, not to tell something. */
const maxCharacters = 80;

/**
 * A name that somebody has chosen, as an e-mail of ours may hold it. Mail programs turn what looks like an address into
 * a link, and a reader trusts the operator's mail. So no address is left: the signs between its parts become spaces,
 * and a space follows each dot.
 */
export function nameInEmail(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, "")
    .replaceAll(/[:/\\@<>()[\]]/g, " ")
    .replaceAll(/([.\u3002])(?=\S)/g, "$1 ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, maxCharacters).join("") || "?";
}
