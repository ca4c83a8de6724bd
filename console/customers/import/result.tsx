import { Button, Group, List, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Section } from "../../ui/screen.tsx";
import { customersKey, type Job, jobQuery } from "../queries.ts";
import { ImportErrors } from "./errors.tsx";

/** The result of a check or of an import, with the errors of its lines. */
export function ImportResult({ job, onMapping }: { job: Job; onMapping: () => void }) {
  const { t } = useTranslation("customers");
  const { id: page_id } = usePage();
  const isChecked = job.state === "checked";
  const same = Math.max(0, job.done - job.changed - job.created - job.failed);
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Section
          title={
            isChecked ? t("import.result") : job.state === "done" ? t("import.done") : t(`jobs.state.${job.state}`)
          }
        >
          <div role="status">
            <List>
              <List.Item>{t("import.change", { count: job.changed })}</List.Item>
              <List.Item>{t("import.create", { count: job.created })}</List.Item>
              <List.Item>{t("import.same", { count: same })}</List.Item>
              <List.Item>{t("import.fail", { count: job.failed })}</List.Item>
            </List>
          </div>
          {job.error && <Text c="red">{t("jobs.brokeOff")}</Text>}
          <Group justify="flex-end">
            {isChecked ? (
              <Decision job={job} onMapping={onMapping} />
            ) : (
              <ButtonLink to="/pages/$pageId/customers" params={{ pageId: page_id }}>
                {t("import.toList")}
              </ButtonLink>
            )}
          </Group>
        </Section>
      </Paper>
      {job.failed > 0 && <ImportErrors job={job} />}
    </Stack>
  );
}

function Decision({ job, onMapping }: { job: Job; onMapping: () => void }) {
  const { t } = useTranslation("customers");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { page_id, job_id: job.id };
  const start = useMutation({
    mutationFn: () => api("POST /pages/:page_id/customer_jobs/:job_id/start", { params }),
    onSuccess: (next) => client.setQueryData(jobQuery(page_id, job.id).queryKey, next),
    onSettled: () => client.invalidateQueries({ queryKey: [...customersKey(page_id), "list"] }),
  });
  const stop = useMutation({
    mutationFn: () => api("POST /pages/:page_id/customer_jobs/:job_id/stop", { params }),
    onSuccess: () => navigate({ to: "/pages/$pageId/customers", params: { pageId: page_id } }),
  });
  return (
    <>
      <Button variant="subtle" color="gray" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t("import.throwAway")}
      </Button>
      <Button variant="default" onClick={onMapping}>
        {t("import.again")}
      </Button>
      <Button loading={start.isPending} disabled={job.changed + job.created === 0} onClick={() => start.mutate()}>
        {t("import.start")}
      </Button>
    </>
  );
}
