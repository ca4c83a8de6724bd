import { isObject } from "@banter/core/model/json.ts";
import { Button, Fieldset, Group, Menu, Stack } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { ActionsEditor } from "../forms/actions-editor.tsx";
import type { InputProps } from "../inputs/input-props.ts";
import { useInspected } from "../inspector/context.ts";
import { listOf } from "../steps/exits.ts";
import { actionsForm } from "./content-form.ts";
import { MessageEditor } from "./message-editor.tsx";
import { kindsOn, messageIcons, newMessage } from "./message-kinds.ts";
import { RepliesEditor } from "./replies-editor.tsx";

/** The content of a step: messages in the order of sending, quick replies and actions. */
export function ContentInput({ label, path, value }: InputProps) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const content = isObject(value) ? value : {};
  const messages = Array.isArray(content.messages) ? content.messages : [];
  const actions = actionsForm();
  return (
    <Stack gap="md">
      <Fieldset legend={label} className="content-field" variant="unstyled">
        <Stack gap="sm">
          {listOf(messages).map(([message, index]) => (
            <MessageEditor
              key={index}
              messages={messages}
              message={message}
              index={index}
              path={[...path, "messages"]}
            />
          ))}
          {!isReadOnly && messages.length < 10 && (
            <AddMessage onAdd={(type) => set([...path, "messages"], [...messages, newMessage(type)])} />
          )}
        </Stack>
      </Fieldset>
      <RepliesEditor path={[...path, "quick_replies"]} value={content.quick_replies} />
      {actions && (
        <ActionsEditor
          form={actions}
          path={[...path, "actions"]}
          value={content.actions}
          label={t("content.actions")}
          isOptional
        />
      )}
    </Stack>
  );
}

function AddMessage({ onAdd }: { onAdd: (type: string) => void }) {
  const { t } = useTranslation("builder");
  const { channel } = useScene().page;
  const [first, second, third, ...others] = kindsOn(channel);
  return (
    <Group gap={6}>
      {[first, second, third].map(
        (type) =>
          type && (
            <Button
              key={type}
              size="compact-sm"
              variant="light"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onAdd(type)}
            >
              {t(`messages.${type}`)}
            </Button>
          ),
      )}
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t("content.more")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((type) => {
            const Icon = messageIcons[type];
            return (
              <Menu.Item key={type} leftSection={<Icon size={16} aria-hidden />} onClick={() => onAdd(type)}>
                {t(`messages.${type}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
