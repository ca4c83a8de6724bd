import { isAllowed } from "@banter/core/model/role.ts";
import { Button, CloseButton, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import { IconCircle, IconCircleCheck, IconExternalLink } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { type Home, homeQuery } from "../queries.ts";
import { ButtonLink } from "../ui/links.tsx";
import { Section } from "../ui/screen.tsx";
import { StepLink } from "./step-link.tsx";

type Steps = NonNullable<Home["first_steps"]>;

/** The first steps of a new page. The server finds out which are done; they go away when all are, or when closed. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { t } = useTranslation("home");
  const page = usePage();
  const mayBuild = useMay("build");
  const close = useClose(page.id);
  // Only owners can invite, so that nobody is sent to a button that is not there.
  const shown = steps.filter(({ name }) => name !== "team_invited" || isAllowed(page.role, "lead"));
  const done = shown.filter(({ is_done }) => is_done).length;
  const isDone = (wanted: Steps[number]["name"]) => steps.some(({ name, is_done }) => name === wanted && is_done);
  if (!mayBuild) return null;
  return (
    <Section
      title={isDone("welcome_set") ? t("first.live") : t("first.title")}
      help={t("first.done", { done, count: shown.length })}
      actions={<CloseButton aria-label={t("first.close")} disabled={close.isPending} onClick={() => close.mutate()} />}
    >
      <Paper withBorder p="lg">
        <Stack gap="md">
          <Progress value={(100 * done) / shown.length} aria-label={t("first.title")} size="sm" />
          <Group gap="sm">
            {!isDone("flow_published") && (
              <ButtonLink size="md" to="/pages/$pageId/templates" params={{ pageId: page.id }}>
                {t("first.template")}
              </ButtonLink>
            )}
            {isDone("flow_published") && page.chat_url && (
              <Button
                component="a"
                size="md"
                href={page.chat_url}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconExternalLink size={18} aria-hidden />}
              >
                {t("first.chat")}
              </Button>
            )}
            {isDone("flow_published") && isAllowed(page.role, "own") && (
              <ButtonLink size="md" variant="default" to="/templates">
                {t("first.newPage")}
              </ButtonLink>
            )}
          </Group>
          <Stack component="ul" gap={10} m={0} p={0} style={{ listStyle: "none" }}>
            {shown.map((step) => (
              <Step key={step.name} {...step} />
            ))}
          </Stack>
        </Stack>
      </Paper>
    </Section>
  );
}

function Step({ name, is_done }: Steps[number]) {
  const { t } = useTranslation("home");
  const Icon = is_done ? IconCircleCheck : IconCircle;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" data-step={name} data-done={is_done}>
      <Icon
        size={20}
        color={`var(--mantine-color-${is_done ? "green-text" : "dimmed"})`}
        style={{ flex: "none" }}
        role="img"
        aria-label={t(is_done ? "first.isDone" : "first.isOpen")}
      />
      {is_done ? (
        <Text size="sm" c="dimmed">
          {t(`first.steps.${name}`)}
        </Text>
      ) : (
        <StepLink name={name} />
      )}
    </Group>
  );
}

function useClose(pageId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("POST /pages/:page_id/first_steps/close", { params: { page_id: pageId } }),
    onSettled: () => client.invalidateQueries(homeQuery(pageId)),
  });
}
