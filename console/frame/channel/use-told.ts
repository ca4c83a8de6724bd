import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

/**
 * Gives what the server tells about a platform in the reader's language. The words are loaded for readers who do not
 * read English, and what the server tells stands until then.
 */
export function useTold(): (text: string) => string {
  const { language } = useTranslation().i18n;
  const { data: toldIn } = useQuery({
    queryKey: ["words", "told"],
    queryFn: async () => (await import("@banter/core/channels/told/told.ts")).toldIn,
    enabled: language !== "en",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (text) => toldIn?.(language, text) ?? text;
}
