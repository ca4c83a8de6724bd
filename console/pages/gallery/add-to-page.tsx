import { Alert, Checkbox, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import { Failure } from "../../ui/failure.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Part } from "./contents.tsx";
import { Preview } from "./preview.tsx";
import { planQuery } from "./queries.ts";
import type { ChosenTemplate } from "./template-dialog.tsx";

const kinds = { flow: "flows", keyword: "keywords", ice_breaker: "iceBreakers", menu_item: "menuItems" } as const;
const moreKinds = { tag: "tags", field: "fields", tool: "tools" } as const;

/** Adds the template to a page, after showing what will change there. */
export function AddToPage({ template, language, onClose }: ChosenTemplate) {
  const { t } = useTranslation("gallery");
  const page = usePage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const hasWelcome = page.welcome_flow_id !== null;
  const [greets, setGreets] = useState(!hasWelcome);
  const adding = { name: template.name, language, greets };
  const { data: changes, error, refetch } = useQuery(planQuery(page.id, adding));
  const add = useMutation({
    mutationFn: () => api("POST /pages/:page_id/template", { params: { page_id: page.id }, body: adding }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["page", page.id] });
      showToast({ message: t("add.done", { title: template.title }) });
      const to = hasWelcome ? "/pages/$pageId/flows" : "/pages/$pageId";
      await navigate({ to, params: { pageId: page.id } });
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const namesOf = (kind: string) =>
    (changes ?? []).flatMap(({ action, what, name }) => (what === kind && action === "create" ? [name] : []));
  return (
    <form onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <Preview template={template} language={language} pageName={page.name} channel={page.channel} />
          <Stack gap="sm">
            <Title order={3} fz="md">
              {t("add.title", { name: page.name })}
            </Title>
            {error && <Failure error={error} retry={() => void refetch()} />}
            {!changes && !error && <Skeleton h={200} />}
            {Object.entries({ ...kinds, ...moreKinds }).map(([kind, words]) => {
              const names = namesOf(kind);
              return names.length > 0 && <Part key={kind} title={t(words, { count: names.length })} items={names} />;
            })}
            {changes && (
              <Text size="sm" c="dimmed">
                {t("add.keeps")} {t("plan.samples")}
              </Text>
            )}
          </Stack>
        </SimpleGrid>
        <Checkbox
          label={t("add.greets")}
          description={hasWelcome ? t("add.greetsInstead") : undefined}
          checked={greets}
          disabled={!hasWelcome}
          onChange={(event) => setGreets(event.currentTarget.checked)}
        />
        {add.error && (
          <Alert color="red" role="alert">
            {errorText(add.error)}
          </Alert>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={t("add.action")}
          isPending={add.isPending}
          isDisabled={!changes}
          staysInView
        />
      </Stack>
    </form>
  );
}
