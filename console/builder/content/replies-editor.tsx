import { StepQuickReply } from "@banter/core/model/content/button.ts";
import { isObject } from "@banter/core/model/json.ts";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { RowList } from "../forms/rows/row-list.tsx";
import { useInspected } from "../inspector/context.ts";
import { describe } from "../steps/schema-form.ts";
import { PressableRow } from "./pressable-row.tsx";

/** Quick replies: shown below the last message until the customer answers. */
export function RepliesEditor({ path, value }: { path: Path; value: unknown }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const replies: unknown[] = Array.isArray(value) ? value : [];
  const nameOf = (index: number) => t("content.reply", { place: index + 1 });
  return (
    <div>
      <RowList
        label={t("content.replies")}
        items={replies}
        path={path}
        onChange={(next) => set(path, next.length > 0 ? next : undefined)}
        max={11}
        blank={() => ({ type: "step", caption: "", step: null })}
        add={{ label: t("content.addReply") }}
        nameOf={nameOf}
      >
        {(reply, index) =>
          isObject(reply) && (
            <PressableRow
              item={reply}
              path={[...path, index]}
              form={describe(StepQuickReply)}
              words="caption"
              name={nameOf(index)}
            />
          )
        }
      </RowList>
      {replies.length === 0 && !isReadOnly && (
        <Text size="xs" c="dimmed" mt={4}>
          {t("content.repliesHelp")}
        </Text>
      )}
    </div>
  );
}
