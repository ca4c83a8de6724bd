import { StepQuickReply } from "@banter/core/model/content/button.ts";
import { isObject } from "@banter/core/model/json.ts";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { RowList } from "../forms/rows/row-list.tsx";
import { useInspected } from "../inspector/context.ts";
import { describe } from "../steps/schema-form.ts";
import { PressableRow } from "./pressable-row.tsx";

export const newReply = () => ({ type: "step", caption: "", step: null });

/** Quick replies: pills below the last message until the customer answers. */
export function RepliesEditor({ path, value }: { path: Path; value: unknown }) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const nameOf = (index: number) => t("content.reply", { place: index + 1 });
  return (
    <div className="reply-pills">
      <RowList
        items={Array.isArray(value) ? value : []}
        path={path}
        onChange={(next) => set(path, next.length > 0 ? next : undefined)}
        look="pills"
        max={11}
        blank={newReply}
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
    </div>
  );
}
