import { Refusal, type ReplyOf } from "@banter/sdk/manage.ts";
import {
  Alert,
  Badge,
  Button,
  FileButton,
  Group,
  List,
  Paper,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
} from "@mantine/core";
import { IconAlertTriangle, IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { usePage } from "../../frame/use-page.ts";
import { confirm } from "../../ui/confirm.tsx";
import { errorText } from "../../ui/error-text.ts";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { MissingSecrets } from "./missing-secrets.tsx";

type Change = ReplyOf<"POST /pages/:page_id/file/plan">["changes"][number];

/** Plans the changes of a chosen or pasted file, shows them, and then applies the file. */
export function ApplyFile() {
  const { t } = useTranslation("pages");
  const [input, setInput] = useState({ text: "", prune: false });
  const { plan, apply, reset } = useFileMutations(() => setInput((before) => ({ ...before, text: "" })));
  // The plan must belong to the file that is applied, so any change of the input discards it.
  const change = (changed: Partial<typeof input>) => {
    setInput((before) => ({ ...before, ...changed }));
    reset();
  };
  useLeaveGuard(input.text.trim() !== "");
  const removed = plan.data?.changes.filter(({ action }) => action === "remove").length ?? 0;
  const applyNow = async () => {
    const body = t("file.removeBody", { count: removed });
    const agreed = removed === 0 || (await confirm({ title: t("file.removeTitle"), body, action: t("file.apply") }));
    if (agreed) apply.mutate(input);
  };
  const error = apply.error ?? plan.error;
  return (
    <Paper withBorder p="lg">
      <Section title={t("file.applyTitle")} help={t("file.applyHelp")}>
        <FileInputs {...input} onChange={change} />
        {error ? <FileFaults error={error} /> : null}
        {plan.data && <Plan changes={plan.data.changes} />}
        <MissingSecrets names={(plan.data ?? apply.data)?.missing_secrets ?? []} />
        <Group>
          <Button
            variant={plan.data ? "default" : "filled"}
            disabled={!input.text.trim()}
            loading={plan.isPending}
            onClick={() => plan.mutate(input)}
          >
            {t("file.plan")}
          </Button>
          {plan.data && plan.data.changes.length > 0 && (
            <Button loading={apply.isPending} onClick={() => void applyNow()}>
              {t("file.apply")}
            </Button>
          )}
        </Group>
      </Section>
    </Paper>
  );
}

type FileInput = { text: string; prune: boolean };

function useFileMutations(onApplied: () => void) {
  const { t } = useTranslation("pages");
  const page = usePage();
  const queryClient = useQueryClient();
  const params = { page_id: page.id };
  const bodyOf = ({ text, prune }: FileInput) => ({ file: JSON.parse(text) as unknown, prune });
  const plan = useMutation({
    mutationFn: async (input: FileInput) => api("POST /pages/:page_id/file/plan", { params, body: bodyOf(input) }),
    meta: { showsFailure: true },
  });
  const apply = useMutation({
    mutationFn: async (input: FileInput) => api("POST /pages/:page_id/file/apply", { params, body: bodyOf(input) }),
    onSuccess: async ({ changed }) => {
      plan.reset();
      onApplied();
      showToast({ message: t("file.applied", { count: changed }) });
      await queryClient.invalidateQueries({ queryKey: ["page", page.id] });
      await queryClient.invalidateQueries({ queryKey: ["workspace", page.workspace_id, "pages"] });
    },
    meta: { showsFailure: true },
  });
  const reset = () => {
    plan.reset();
    apply.reset();
  };
  return { plan, apply, reset };
}

type InputsProps = FileInput & { onChange: (changed: Partial<FileInput>) => void };

function FileInputs({ text, prune, onChange }: InputsProps) {
  const { t } = useTranslation("pages");
  return (
    <>
      <Group>
        <FileButton
          accept="application/json,.json"
          onChange={(file) => void file?.text().then((read) => onChange({ text: read }))}
          inputProps={{ "aria-label": t("file.choose") }}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {t("file.choose")}
            </Button>
          )}
        </FileButton>
      </Group>
      <Textarea
        label={t("file.paste")}
        autosize
        minRows={4}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Switch
        label={t("file.prune")}
        description={t("file.pruneHelp")}
        checked={prune}
        onChange={(event) => onChange({ prune: event.currentTarget.checked })}
      />
    </>
  );
}

function Plan({ changes }: { changes: Change[] }) {
  const { t } = useTranslation("pages");
  if (changes.length === 0) return <Text size="sm">{t("file.nothing")}</Text>;
  return (
    <Table.ScrollContainer minWidth={280} mah={360}>
      <Table captionSide="top">
        <Table.Caption>{t("file.changes", { count: changes.length })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("file.action")}</Table.Th>
            <Table.Th scope="col">{t("file.what")}</Table.Th>
            <Table.Th scope="col">{t("file.name")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ action, what, name }) => (
            <Table.Tr key={`${action} ${what} ${name}`}>
              <Table.Td>
                <Badge variant="outline" color={action === "remove" ? "red" : undefined}>
                  {t(`file.actions.${action}`)}
                </Badge>
              </Table.Td>
              <Table.Td>{t(`file.things.${what}`)}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function FileFaults({ error }: { error: unknown }) {
  const { t } = useTranslation("pages");
  const faults = error instanceof Refusal ? error.faults : [];
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={t("file.wrong")}>
      <Stack gap="xs">
        {error instanceof SyntaxError && <Text size="sm">{t("file.notJson", { reason: error.message })}</Text>}
        {!(error instanceof SyntaxError) && faults.length === 0 && <Text size="sm">{errorText(error)}</Text>}
        <List size="sm">
          {faults.map(({ path, message }) => (
            <List.Item key={path + message}>
              <code>{path.replace(/^\/file(?=\/|$)/, "") || "/"}</code> {message}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  );
}
