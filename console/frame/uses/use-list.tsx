import { isEventTool } from "@banter/core/model/tools/tool.ts";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import type { FlowUse } from "./queries.ts";
import * as words from "./words.ts";

addWords("uses", words);

/** Every use in a line. In a dialog a long list scrolls, so that its buttons stay in view. */
export function UseList({ uses }: { uses: readonly FlowUse[] }) {
  const { t } = useTranslation("uses");
  const name = useUseName();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul aria-label={t("list")} tabIndex={0} style={listStyle}>
      {uses.map((use) => (
        <li key={`${use.type} ${use.id} ${use.flow_id}`}>
          {name(use)}
          {!use.is_active && (
            <Text span size="sm" c="dimmed">
              {` (${t(inactiveWords(use))})`}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function inactiveWords({ type }: FlowUse) {
  if (type === "flow") return "draft";
  return type === "broadcast" ? "paused" : "off";
}

export const listStyle = { margin: "4px 0 0", paddingInlineStart: 20, maxHeight: 240, overflowY: "auto" } as const;

/** The words for a use: "Keyword: price", "Reaction: Hearts", "Default reply". */
export function useUseName(): (use: Pick<FlowUse, "type" | "name" | "tool_type">) => string {
  const { t } = useTranslation("uses");
  return ({ type, name, tool_type }) => {
    const kind = tool_type && isEventTool(tool_type) ? t(`tool.${tool_type}`) : t(`type.${type}`);
    return name === "" ? kind : t("named", { type: kind, name });
  };
}
