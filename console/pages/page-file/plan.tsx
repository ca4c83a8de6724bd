import { Refusal } from "@banter/sdk/manage.ts";
import { Alert, Badge, Checkbox, List, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconPhoto } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../ui/error-text.ts";
import { MissingSecrets } from "./missing-secrets.tsx";
import { type Change, canBeLeftOut, keyOf, type PageFileMutations } from "./use-page-file.ts";

/** The changes of a planned file, each with a check box, and what the page would miss. */
export function PlanView({ plan, apply, leftOut, setLeftOut, error }: PageFileMutations) {
  const data = plan.data ?? apply.data;
  return (
    <>
      {error ? <FileFaults error={error} /> : null}
      {plan.data && <Changes changes={plan.data.changes} leftOut={leftOut} onChange={setLeftOut} />}
      <MissingSecrets names={data?.missing_secrets ?? []} />
      <MissingMedia names={data?.missing_media ?? []} />
    </>
  );
}

type ChangesProps = {
  changes: Change[];
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
};

function Changes({ changes, leftOut, onChange }: ChangesProps) {
  const { t } = useTranslation("pageFile");
  if (changes.length === 0) return <Text size="sm">{t("nothing")}</Text>;
  const toggle = (key: string) =>
    onChange(new Set(leftOut.has(key) ? [...leftOut].filter((each) => each !== key) : [...leftOut, key]));
  return (
    <Table.ScrollContainer minWidth={280} mah={360}>
      <Table captionSide="top">
        <Table.Caption>{t("changes", { count: changes.length - leftOut.size })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={36}>
              <VisuallyHidden>{t("isMade")}</VisuallyHidden>
            </Table.Th>
            <Table.Th scope="col">{t("action")}</Table.Th>
            <Table.Th scope="col">{t("what")}</Table.Th>
            <Table.Th scope="col">{t("name")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={keyOf(change)}>
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={t("make", { what: t(`things.${change.what}`), name: change.name })}
                  checked={!leftOut.has(keyOf(change))}
                  disabled={!canBeLeftOut(change)}
                  onChange={() => toggle(keyOf(change))}
                />
              </Table.Td>
              <Table.Td>
                <Badge variant="outline" miw="max-content" color={change.action === "remove" ? "red" : undefined}>
                  {t(`actions.${change.action}`)}
                </Badge>
              </Table.Td>
              <Table.Td>{t(`things.${change.what}`)}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{change.name}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A warning that flows of the file show files which are neither here nor in the file. */
function MissingMedia({ names }: { names: string[] }) {
  const { t } = useTranslation("pageFile");
  if (names.length === 0) return null;
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconPhoto size={18} />} title={t("missingMedia")}>
      {t("missingMediaHelp", { names: names.slice(0, 20).join(", ") })}
    </Alert>
  );
}

function FileFaults({ error }: { error: unknown }) {
  const { t } = useTranslation("pageFile");
  const faults = error instanceof Refusal ? error.faults : [];
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={t("wrong")}>
      <Stack gap="xs">
        {error instanceof SyntaxError && <Text size="sm">{t("notJson", { reason: error.message })}</Text>}
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
