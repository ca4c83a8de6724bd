import { importFaultIn } from "@banter/core/api/import-faults.ts";
import { importSample } from "@banter/core/api/import-sample.ts";
import { ownChannel } from "@banter/core/channels/index.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import { Alert, Button, FileButton, Group, Paper, Stack, Text } from "@mantine/core";
import { IconAddressBook, IconDownload, IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { sendFile } from "../../media/upload.ts";
import { fieldsQuery, tagsQuery } from "../../queries.ts";
import { errorText } from "../../ui/error-text.ts";
import { Failure } from "../../ui/failure.tsx";
import { JobProgress } from "../jobs.tsx";
import { customersKey, type Job, jobQuery } from "../queries.ts";
import { SubScreen } from "../sub-screen.tsx";
import { ImportMapping } from "./mapping.tsx";
import { ImportResult } from "./result.tsx";

const maxBytes = 20 * 1024 * 1024;

/** Imports a file in steps: upload, columns, check, import. The address names the job, so that a reload loses nothing. */
export function Screen() {
  const { t } = useTranslation("customers");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { job: jobId } = useSearch({ strict: false }) as { job?: number };
  const { data: job, error, refetch } = useQuery({ ...jobQuery(pageId, jobId ?? 0), enabled: jobId !== undefined });
  return (
    <SubScreen title={t("import.title")} help={t("import.help")}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {mayBuild && jobId === undefined && <Upload />}
      {job && <Step job={job} />}
    </SubScreen>
  );
}

function Step({ job }: { job: Job }) {
  const { t } = useTranslation("customers");
  const [isMapping, setMapping] = useState(job.state === "draft");
  const name = job.subject ?? "";
  if (job.columns && (job.state === "draft" || (job.state === "checked" && isMapping)))
    return <ImportMapping job={job} columns={job.columns} onChecking={() => setMapping(false)} />;
  if (job.state === "checking" || job.state === "running")
    return (
      <Paper withBorder p="lg">
        <Text role="status">{job.state === "checking" ? t("import.checking") : t("import.running")}</Text>
        <JobProgress job={job} name={name} />
        <Text size="sm" c="dimmed">
          {t("jobs.numbers", { done: job.done, changed: job.changed + job.created, failed: job.failed })}
        </Text>
      </Paper>
    );
  return <ImportResult job={job} onMapping={() => setMapping(true)} />;
}

function Upload() {
  const { t, i18n } = useTranslation("customers");
  const { id: page_id } = usePage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) =>
      sendFile<Job>(`/pages/${encodeURIComponent(page_id)}/customer_imports`, file, { type: "text/csv" }),
    onSuccess: async (job) => {
      client.setQueryData(jobQuery(page_id, job.id).queryKey, job);
      await client.invalidateQueries({ queryKey: [...customersKey(page_id), "jobs"] });
      await navigate({ to: "/pages/$pageId/customers/import", params: { pageId: page_id }, search: { job: job.id } });
    },
    meta: { showsFailure: true },
  });
  const choose = (file: File | null) => {
    if (!file) return;
    setTooLarge(file.size > maxBytes);
    if (file.size <= maxBytes) upload.mutate(file);
  };
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Explanation />
        <Text c="dimmed" ta="center">
          {t("import.drop")}
        </Text>
        <FileButton
          onChange={choose}
          accept=".csv,.tsv,.txt,text/csv"
          inputProps={{ "aria-label": t("import.choose") }}
        >
          {(props) => (
            <Button {...props} loading={upload.isPending} leftSection={<IconUpload size={16} aria-hidden />}>
              {t("import.choose")}
            </Button>
          )}
        </FileButton>
        <Group role="status">{upload.isPending && <Text size="sm">{t("import.uploading")}</Text>}</Group>
        {isTooLarge && <Text c="red">{t("import.tooLarge")}</Text>}
        {upload.error && (
          <Text c="red" role="alert">
            {uploadText(upload.error, i18n.language)}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** Tells what becomes of the people in the file, and offers a file to begin with. */
function Explanation() {
  const { t, i18n } = useTranslation("customers");
  const { id: pageId, channel, look } = usePage();
  const { t: channels } = useTranslation("channels");
  const { data: fields } = useQuery(fieldsQuery(pageId));
  const { data: tags } = useQuery(tagsQuery(pageId));
  const download = () => {
    const text = importSample(look.language ?? i18n.language, {
      fields: fields ?? [],
      tags: (tags ?? []).map(({ name }) => name),
    });
    const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    const anchor = Object.assign(document.createElement("a"), { href: url, download: t("import.sampleName") });
    anchor.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Alert icon={<IconAddressBook size={18} />} title={t("import.newPeople")} w="100%">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {channel === ownChannel
            ? t("import.newHere")
            : t("import.newThere", { channel: channels(`${channel}.name`) })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={!fields || !tags}
          onClick={download}
        >
          {t("import.sample")}
        </Button>
      </Stack>
    </Alert>
  );
}

/** A fault of the file names its line. */
const uploadText = (error: unknown, language: string) =>
  error instanceof Refusal && error.code === "invalid_field"
    ? importFaultIn(language, error.message)
    : errorText(error);
