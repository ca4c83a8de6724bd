import { Button, Group, NumberInput, Paper, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TryOut, TryOutAction } from "../try-out/try-out.ts";

/** A test calls no server: the user enters the response instead. */
export function TestRequest({
  request,
  act,
}: {
  request: NonNullable<TryOut["request"]>;
  act: (action: TryOutAction) => void;
}) {
  const { t } = useTranslation("builder");
  const [status, setStatus] = useState(200);
  const [body, setBody] = useState("{}");
  const answer = () =>
    act({
      type: "answer",
      answer: status >= 200 && status < 300 ? { ok: true, status, body } : { ok: false, status, reason: "status" },
    });
  return (
    <Paper withBorder p="xs">
      <Text size="sm" fw={600}>
        {t("test.request")}
      </Text>
      <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        {request.method} {request.url}
      </Text>
      {request.body && (
        <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {request.body}
        </Text>
      )}
      <NumberInput
        mt={6}
        size="xs"
        label={t("test.status")}
        min={100}
        max={599}
        value={status}
        onChange={(next) => setStatus(Number(next))}
      />
      <Textarea
        mt={6}
        size="xs"
        label={t("test.body")}
        autosize
        minRows={2}
        maxRows={8}
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <Group mt={6} gap={6}>
        <Button size="compact-sm" onClick={answer}>
          {t("test.answer")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => act({ type: "answer", answer: { ok: false, reason: "timeout" } })}
        >
          {t("test.noAnswer")}
        </Button>
      </Group>
    </Paper>
  );
}
