import { customerFields } from "@banter/core/model/variables.ts";
import { ActionIcon, Button, Fieldset, Group, Menu, Paper, Stack } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldsQuery } from "../../queries.ts";
import { addWords } from "../../words.ts";
import { Choice } from "../choosers/choice.tsx";
import { usePage } from "../use-page.ts";
import { useVariableNames } from "../writing/text-chips.tsx";
import { type Condition, type ConditionKind, newFieldPart, newPart, offeredParts, type Part } from "./condition.ts";
import { type DrawnKey, RuleInputs } from "./rule-inputs.tsx";
import * as words from "./words.ts";

addWords("conditions", words);

type Props = {
  condition: Condition;
  onChange: (condition: Condition) => void;
  /** A segment is about all customers, a turn and a flow about the one who is here. */
  kind: ConditionKind;
  isReadOnly?: boolean;
  /** Draws some inputs in place of the usual ones: those of a flow have variables, faults, and make tags and fields. */
  draw?: (index: number, key: DrawnKey) => ReactNode;
};

/** The parts of a condition, each as it would be said: “last active within 30 days”. */
export function ConditionEditor({ condition: { match, rules }, onChange, kind, isReadOnly = false, draw }: Props) {
  const { t } = useTranslation("conditions");
  const change = (index: number, rule: Part) =>
    onChange({ match, rules: rules.map((old, at) => (at === index ? rule : old)) });
  const parts = (
    <Stack gap="sm">
      {rules.length > 1 && (
        <Choice
          label={t("match")}
          options={(["all", "any"] as const).map((value) => ({ value, label: t(`matches.${value}`) }))}
          value={match}
          onChange={(next) => onChange({ match: next, rules })}
        />
      )}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("title")}>
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name of its own
          <Paper component="li" key={index} withBorder p="xs">
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <Group gap="xs" align="flex-end" flex={1}>
                <RuleInputs
                  rule={rule}
                  onChange={(next) => change(index, next)}
                  {...(draw && { draw: (key: DrawnKey) => draw(index, key) })}
                />
              </Group>
              {!isReadOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t("remove", { place: index + 1 })}
                  onClick={() => onChange({ match, rules: rules.toSpliced(index, 1) })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
      {rules.length < 20 && !isReadOnly && (
        <AddPart
          kind={kind}
          parts={rules}
          takesCaret={draw === undefined}
          onAdd={(part) => onChange({ match, rules: [...rules, part] })}
        />
      )}
    </Stack>
  );
  return isReadOnly ? (
    <Fieldset variant="unstyled" disabled>
      {parts}
    </Fieldset>
  ) : (
    parts
  );
}

type AddProps = {
  kind: ConditionKind;
  parts: Part[];
  /** The value of a new part about a field has the caret. */
  takesCaret: boolean;
  onAdd: (part: Part) => void;
};

/** Fields stand in the menu by their names: most conditions are about them. */
function AddPart({ kind, parts, takesCaret, onAdd }: AddProps) {
  const { t } = useTranslation("conditions");
  const { data: fields = [] } = useQuery(fieldsQuery(usePage().id));
  const nameOf = useVariableNames();
  const offered: readonly string[] = offeredParts[kind];
  const own = customerFields.filter((name) => !offered.includes(name));
  // The menu would take the caret back from the input that its own entry has added.
  const [returnsFocus, setReturnsFocus] = useState(true);
  const addField = (field: Parameters<typeof newFieldPart>[0]) => {
    setReturnsFocus(!takesCaret);
    onAdd(newFieldPart(field, parts));
  };
  return (
    <Menu
      position="bottom-start"
      withinPortal
      shadow="md"
      returnFocus={returnsFocus}
      onOpen={() => setReturnsFocus(true)}
    >
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} style={{ alignSelf: "flex-start" }}>
          {t("add")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {fields.length > 0 && <Menu.Label>{t("fields")}</Menu.Label>}
        {fields.map((field) => (
          <Menu.Item key={field.id} onClick={() => addField(field)}>
            {field.label}
          </Menu.Item>
        ))}
        <Menu.Label>{t("person")}</Menu.Label>
        {own.map((name) => (
          <Menu.Item key={name} onClick={() => addField({ name, type: "text" })}>
            {nameOf(name)}
          </Menu.Item>
        ))}
        <Menu.Label>{t("others")}</Menu.Label>
        {offeredParts[kind].map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(newPart(type))}>
            {t(`kinds.${type}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
