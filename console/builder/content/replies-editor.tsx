import { StepQuickReply } from "@banter/core/model/content/button.ts";
import { Button, Fieldset, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { ItemTools } from "../inspector/item-tools.tsx";
import { listOf, wordsOf } from "../steps/exits.ts";
import { describe } from "../steps/schema-form.ts";
import { Pressable } from "./buttons-editor.tsx";

/** Quick replies: shown below the last message until the customer answers. */
export function RepliesEditor({ path, value }: { path: Path; value: unknown }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const replies: unknown[] = Array.isArray(value) ? value : [];
  const change = (next: unknown[]) => set(path, next.length > 0 ? next : undefined);
  if (isReadOnly && replies.length === 0) return null;
  return (
    <Fieldset legend={t("content.replies")} p="sm" className="list-field">
      <Stack gap={6}>
        {replies.length === 0 && (
          <Text size="xs" c="dimmed">
            {t("content.repliesHelp")}
          </Text>
        )}
        {listOf(replies).map(([reply, index]) => (
          <Pressable
            key={index}
            item={reply}
            path={[...path, index]}
            form={describe(StepQuickReply)}
            words="caption"
            name={t("content.reply", { place: index + 1 })}
            tools={
              <ItemTools items={replies} index={index} name={wordsOf(reply) || t("content.aReply")} onChange={change} />
            }
          />
        ))}
        {!isReadOnly && replies.length < 11 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => change([...replies, { type: "step", caption: "", step: null }])}
          >
            {t("content.addReply")}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
