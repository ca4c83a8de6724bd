import { type NotificationChoices, notificationKinds } from "@banter/core/model/notification.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Checkbox, Group, Paper, Skeleton, Stack, Switch, Table, Text, TextInput } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useWorkspace } from "../../frame/use-workspace.ts";
import { pagesQuery } from "../../queries.ts";
import { Failure } from "../../ui/failure.tsx";
import * as words from "../../ui/notification-words.ts";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { ThisBrowser } from "./this-browser.tsx";

addWords("notifications", words);

const choicesQuery = queryOptions({
  queryKey: ["notification-choices"],
  queryFn: () => api("GET /notification_choices"),
});

type Loaded = ReplyOf<"GET /notification_choices">;

/** The notifications that reach the user outside of the console. Every change is saved at once. */
export function NotificationsSection() {
  const { t } = useTranslation("notifications");
  const { data, error, refetch } = useQuery(choicesQuery);
  return (
    <Paper withBorder p="lg" id="notifications">
      <Section title={t("mine.title")} help={t("mine.help")}>
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton h={240} />}
        {data && <Choices loaded={data} />}
      </Section>
    </Paper>
  );
}

function Choices({ loaded }: { loaded: Loaded }) {
  const { choices, has_email, push_key } = loaded;
  const change = useChange(choices);
  return (
    <Stack gap="lg">
      <ThisBrowser pushKey={push_key} />
      <Kinds choices={choices} hasEmail={has_email} onChange={change} />
      <QuietHours hours={choices.quiet_hours} onChange={(quiet_hours) => change({ quiet_hours })} />
      <MutedPages muted={choices.muted_pages} onChange={(muted_pages) => change({ muted_pages })} />
    </Stack>
  );
}

type Change = (changed: Partial<NotificationChoices>) => void;

function useChange(choices: NotificationChoices): Change {
  const { i18n } = useTranslation();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (body: NotificationChoices) => api("PUT /notification_choices", { body }),
    onSettled: () => queryClient.invalidateQueries(choicesQuery),
    scope: { id: "notification-choices" },
  });
  return (changed) => {
    const language = i18n.language === "vi" ? "vi" : "en";
    const next = { ...choices, ...changed, language } as NotificationChoices;
    queryClient.setQueryData(choicesQuery.queryKey, (before) => before && { ...before, choices: next });
    save.mutate(next);
  };
}

type KindsProps = { choices: NotificationChoices; hasEmail: boolean; onChange: Change };

function Kinds({ choices, hasEmail, onChange }: KindsProps) {
  const { t } = useTranslation("notifications");
  const ways = ["browser", "email"] as const;
  return (
    <Stack gap="xs">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("mine.kind")}</Table.Th>
            {ways.map((way) => (
              <Table.Th key={way} style={{ whiteSpace: "nowrap" }}>
                {t(`mine.${way}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notificationKinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Td>{t(`kinds.${kind}`)}</Table.Td>
              {ways.map((way) => (
                <Table.Td key={way}>
                  <Checkbox
                    aria-label={`${t(`kinds.${kind}`)}: ${t(`mine.${way}`)}`}
                    checked={choices[way].includes(kind)}
                    disabled={way === "email" && !hasEmail}
                    onChange={({ currentTarget: { checked } }) =>
                      onChange({
                        [way]: notificationKinds.filter((each) =>
                          each === kind ? checked : choices[way].includes(each),
                        ),
                      })
                    }
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!hasEmail && (
        <Text size="sm" c="dimmed">
          {t("mine.noEmail")}
        </Text>
      )}
    </Stack>
  );
}

type Hours = NotificationChoices["quiet_hours"];

function QuietHours({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { t } = useTranslation("notifications");
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Stack gap="xs">
      <Switch
        label={t("mine.quiet")}
        description={t("mine.quietHelp")}
        checked={hours !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { from: "22:00", to: "07:00", timezone } : null)
        }
      />
      {hours && (
        <Group>
          {(["from", "to"] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              label={t(`mine.${end}`)}
              value={hours[end]}
              onChange={({ currentTarget: { value } }) => value && onChange({ ...hours, timezone, [end]: value })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

function MutedPages({ muted, onChange }: { muted: string[]; onChange: (muted: string[]) => void }) {
  const { t } = useTranslation("notifications");
  const workspace = useWorkspace();
  const { data: pages = [] } = useQuery({ ...pagesQuery(workspace?.id ?? 0), enabled: workspace !== undefined });
  if (pages.length < 2) return null;
  return (
    <Stack gap="xs" role="group" aria-label={t("mine.pages")}>
      <Text size="sm" fw={500}>
        {t("mine.pages")}
      </Text>
      <Text size="sm" c="dimmed">
        {t("mine.pagesHelp")}
      </Text>
      {pages.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={t("mine.mute", { page: name })}
          checked={muted.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...muted, id] : muted.filter((each) => each !== id))
          }
        />
      ))}
    </Stack>
  );
}
