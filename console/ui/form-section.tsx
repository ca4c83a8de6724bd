import { Button, Group, Paper, Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { Section } from "./screen.tsx";

type Props = {
  title: string;
  help?: string;
  onSubmit: ComponentProps<"form">["onSubmit"];
  /** The text of the button. */
  submit: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** The button beside the inputs instead of below them. */
  isOneLine?: boolean;
  /** The button is always in view, however long the form is. */
  staysInView?: boolean;
  children: ReactNode;
};

/** A part of a settings screen that is a form of its own. */
export function FormSection({ title, help, onSubmit, submit, isPending, isDisabled, children, ...look }: Props) {
  const { isOneLine, staysInView } = look;
  const button = (
    <Button type="submit" loading={isPending} disabled={isDisabled ?? false}>
      {submit}
    </Button>
  );
  return (
    <Paper withBorder p="lg">
      <Section title={title} help={help}>
        <form onSubmit={onSubmit}>
          {isOneLine ? (
            <Group align="flex-end">
              {children}
              {button}
            </Group>
          ) : (
            <Stack>
              {children}
              <Group {...(staysInView && { className: "save-bar is-inside" })}>{button}</Group>
            </Stack>
          )}
        </form>
      </Section>
    </Paper>
  );
}
