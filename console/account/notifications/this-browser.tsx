import { Button, Group, Stack, Text } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { showToast } from "../../ui/toast.tsx";
import { readPush, turnPushOff, turnPushOn } from "./push.ts";

const pushQuery = queryOptions({ queryKey: ["push"], queryFn: readPush, staleTime: 0 });

const texts = { on: "mine.isOn", off: "mine.isOff", denied: "mine.denied", unsupported: "mine.unsupported" } as const;

/** Turns notifications of this browser on and off. */
export function ThisBrowser({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation("notifications");
  const queryClient = useQueryClient();
  const { data: state = "off" } = useQuery(pushQuery);
  const toggle = useMutation({
    mutationFn: () => (state === "on" ? turnPushOff() : turnPushOn(pushKey)),
    onSuccess: (next) => queryClient.setQueryData(pushQuery.queryKey, next),
  });
  const test = useMutation({
    mutationFn: () => api("POST /notification_choices/test", { body: { way: "browser" } }),
    onSuccess: () => showToast({ message: t("mine.testSent") }),
  });
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t("mine.thisBrowser")}
      </Text>
      <Text size="sm">{t(texts[state])}</Text>
      <Group>
        {(state === "on" || state === "off") && (
          <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
            {t(state === "on" ? "mine.turnOff" : "mine.turnOn")}
          </Button>
        )}
        {state === "on" && (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t("mine.test")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
