import { useTranslation } from "react-i18next";

/** A number on the canvas with its share of those who came to the step. Nothing if it is 0. */
export function Count({ count, of }: { count: number; of: number }) {
  const { i18n } = useTranslation("builder");
  if (count === 0) return null;
  const share = of > 0 && new Intl.NumberFormat(i18n.language, { style: "percent" }).format(Math.min(1, count / of));
  return (
    <span className="count">
      {count.toLocaleString(i18n.language)}
      {share && ` · ${share}`}
    </span>
  );
}
