import { Badge, Button, Group, Paper, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { customersKey, type Job, jobsQuery } from "./queries.ts";
import { SubScreen } from "./sub-screen.tsx";

/** Changes of many customers, with their progress. */
export function Screen() {
  const { t } = useTranslation("customers");
  const { id: pageId } = usePage();
  const { data: jobs, error, refetch } = useQuery(jobsQuery(pageId));
  return (
    <SubScreen title={t("jobs.title")} help={t("jobs.help")}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!jobs && !error && <Skeleton h={160} />}
      {jobs?.length === 0 && <EmptyState icon={IconListCheck} title={t("jobs.empty")} help={t("jobs.emptyHelp")} />}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {jobs?.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </Stack>
    </SubScreen>
  );
}

const colors: Record<Job["state"], string> = {
  draft: "gray",
  checking: "blue",
  checked: "gray",
  running: "blue",
  done: "teal",
  failed: "red",
  stopped: "orange",
};

function JobCard({ job }: { job: Job }) {
  const { t, i18n } = useTranslation("customers");
  const name = t(`jobs.action.${job.action}`, { subject: job.subject ?? "" });
  const time = (at: string) => new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Text fw={600} flex="1 1 200px" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <Badge variant="dot" color={colors[job.state]} tt="none">
          {t(`jobs.state.${job.state}`)}
        </Badge>
      </Group>
      {(job.state === "running" || job.state === "checking") && <JobProgress job={job} name={name} />}
      <Text size="sm" mt={4}>
        {t("jobs.numbers", { done: job.done, changed: job.changed + job.created, failed: job.failed })}
      </Text>
      {job.error && (
        <Text size="sm" c="red">
          {t("jobs.brokeOff")}
        </Text>
      )}
      <Group justify="space-between" mt={4} gap="xs">
        <Text size="sm" c="dimmed">
          {t("jobs.by", { user: job.user ?? "", time: time(job.created_at) })}
        </Text>
        <JobActions job={job} until={job.undo_until && time(job.undo_until)} />
      </Group>
    </Paper>
  );
}

export function JobProgress({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation("customers");
  // The number of customers that match a filter is not counted before: the bar then only shows that it runs.
  const part = job.total ? Math.min(100, (job.done / job.total) * 100) : 100;
  return (
    <Progress.Root mt="xs" mb="xs">
      <Progress.Section value={part} animated={!job.total} aria-label={t("jobs.progress", { name })} />
    </Progress.Root>
  );
}

function JobActions({ job, until }: { job: Job; until: string | null }) {
  const { t } = useTranslation("customers");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const params = { page_id, job_id: job.id };
  const onSettled = () => client.invalidateQueries({ queryKey: customersKey(page_id) });
  const undo = useMutation({
    mutationFn: () => api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params }),
    onSettled,
  });
  const resume = useMutation({
    mutationFn: () => api("POST /pages/:page_id/customer_jobs/:job_id/resume", { params }),
    onSettled,
  });
  const stop = useMutation({
    mutationFn: () => api("POST /pages/:page_id/customer_jobs/:job_id/stop", { params }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/customer_jobs/:job_id", { params }),
    onSettled,
  });
  if (!mayBuild) return null;
  const isMoving = job.state === "running" || job.state === "checking";
  const isOpen = job.kind === "import" && (job.state === "draft" || job.state === "checked");
  return (
    <Group gap="xs">
      {job.failed > 0 && job.kind === "import" && (
        <Button
          component="a"
          size="compact-sm"
          variant="subtle"
          download
          href={`/api/v1/pages/${encodeURIComponent(page_id)}/customer_jobs/${job.id}/errors.csv`}
        >
          {t("import.download")}
        </Button>
      )}
      {job.can_resume && (
        <Button size="compact-sm" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          {t("jobs.resume")}
        </Button>
      )}
      {until && (
        <Button
          size="compact-sm"
          variant="default"
          loading={undo.isPending}
          onClick={() => undo.mutate()}
          title={t("jobs.undoUntil", { time: until })}
        >
          {t("jobs.undo")}
        </Button>
      )}
      {isMoving && (
        <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t("jobs.stop")}
        </Button>
      )}
      {isOpen && (
        <ButtonLink
          size="compact-sm"
          variant="default"
          to="/pages/$pageId/customers/import"
          params={{ pageId: page_id }}
          search={{ job: job.id }}
        >
          {t("jobs.goOn")}
        </ButtonLink>
      )}
      {!isMoving && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t("jobs.delete")}
        </Button>
      )}
    </Group>
  );
}
