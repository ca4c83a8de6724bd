import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as words from "../../conversations/words.ts";
import { ago } from "../../ui/ago.ts";
import { addWords } from "../../words.ts";
import type { Customer } from "../queries.ts";

// The inbox has the names of all kinds of messages.
addWords("conversations", words);

/** The newest message in either direction, and when it was. */
export function LastMessage({ customer: { last, active_at } }: { customer: Customer }) {
  const { t, i18n } = useTranslation("conversations");
  if (!last || !active_at) return null;
  return (
    <>
      <Text component="span" size="sm" display="block" truncate>
        {last.from !== "customer" && (
          <Text span size="sm" c="dimmed">
            {t(`from.${last.from}`)}:{" "}
          </Text>
        )}
        {last.text || t(`kinds.${last.kind}`)}
      </Text>
      <Text component="time" dateTime={active_at} size="xs" c="dimmed">
        {ago(active_at, i18n.language)}
      </Text>
    </>
  );
}
