import { SecretHost } from "@banter/core/flow/document/secret-host.ts";
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { secretsQuery } from "../../queries.ts";
import { Chips } from "../../ui/chips.tsx";
import { errorText } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";

/** Asks for the hosts of a secret that was set before hosts were named: until then, a call to any host gets it. */
export function UnboundSecret({ name, mayBuild }: { name: string; mayBuild: boolean }) {
  const { t } = useTranslation("secrets");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [hosts, setHosts] = useState<string[]>([]);
  const isFaulty = hosts.some((host) => !SecretHost.safeParse(host).success);
  const save = useMutation({
    mutationFn: () => api("PUT /pages/:page_id/secrets/:name", { params: { page_id, name }, body: { hosts } }),
    onSuccess: () => showToast({ message: t("bound", { name }) }),
    onSettled: () => client.invalidateQueries(secretsQuery(page_id)),
    meta: { showsFailure: true },
  });
  const fault = isFaulty ? t("hostsFault") : save.error && errorText(save.error);
  return (
    <Alert
      color="yellow"
      variant="outline"
      my={6}
      icon={<IconAlertTriangle size={18} />}
      title={
        mayBuild && (
          <Text span inherit c="bright">
            {t("unbound")}
          </Text>
        )
      }
    >
      {mayBuild ? `${t("unboundHelp")} ${t("unboundAsk")}` : t("unboundHelp")}
      {mayBuild && (
        <Group align="flex-end" mt="xs" gap="xs">
          <Chips
            style={{ flex: 1, minWidth: 200 }}
            label={t("hostsOf", { name })}
            placeholder={hosts.length === 0 ? "api.example.com" : undefined}
            maxTags={20}
            value={hosts}
            error={fault}
            onChange={setHosts}
          />
          <Button
            variant="default"
            disabled={hosts.length === 0 || isFaulty}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t("bind")}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
