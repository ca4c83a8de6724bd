import { Alert, Button, Group, Paper, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { errorText } from "../../ui/error-text.ts";
import { TextLink } from "../../ui/links.tsx";
import type { Hook } from "./queries.ts";

type Props = {
  body: string;
  onBody: (body: string) => void;
  /** Undefined while it is not complete. */
  mapping: Hook["mapping"] | undefined;
};

/** A sample of a call, and what it would do. Nothing is changed. */
export function TryMapping({ body, onBody, mapping }: Props) {
  const { t } = useTranslation("hooks");
  const { id: page_id } = usePage();
  const attempt = useMutation({
    mutationFn: (mapping: Hook["mapping"]) =>
      api("POST /pages/:page_id/incoming_hooks/try", { params: { page_id }, body: { mapping, body } }),
    meta: { showsFailure: true },
  });
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Textarea
          label={t("try.sample")}
          description={t("try.help")}
          autosize
          minRows={4}
          maxRows={12}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          value={body}
          onChange={(event) => {
            onBody(event.currentTarget.value);
            attempt.reset();
          }}
        />
        <Group>
          <Button
            variant="default"
            size="xs"
            disabled={!mapping}
            loading={attempt.isPending}
            onClick={() => mapping && attempt.mutate(mapping)}
          >
            {t("try.action")}
          </Button>
        </Group>
        {attempt.error && (
          <Alert color="red" role="alert">
            {errorText(attempt.error)}
          </Alert>
        )}
        {attempt.data && <Result result={attempt.data} />}
      </Stack>
    </Paper>
  );
}

type Tried = Awaited<ReturnType<typeof api<"POST /pages/:page_id/incoming_hooks/try">>>;

function Result({ result: { customer, psid, fields, goal } }: { result: Tried }) {
  const { t } = useTranslation("hooks");
  const { id: pageId } = usePage();
  return (
    <Stack gap={2} role="status">
      {psid ? (
        <Text size="sm">
          {t("try.found", { customer })}{" "}
          <TextLink to="/pages/$pageId/customers/$psid" params={{ pageId, psid }} size="sm" underline="always">
            {t("try.open")}
          </TextLink>
        </Text>
      ) : (
        <Text size="sm" c="red">
          {customer === null ? t("outcomes.customer_missing") : t("try.notFound", { customer })}
        </Text>
      )}
      {Object.entries(fields).map(([field, value]) => (
        <Text key={field} size="sm">
          {t("try.field", { field, value })}
        </Text>
      ))}
      {goal && (
        <Text size="sm">
          {goal.value === null
            ? t("try.goal", { goal: goal.name })
            : t("try.goalWorth", { goal: goal.name, value: goal.value, currency: goal.currency ?? "" })}
        </Text>
      )}
    </Stack>
  );
}
