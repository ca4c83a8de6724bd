import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";
import { TextLink } from "../../ui/links.tsx";
import { showToast } from "../../ui/toast.tsx";
import { type Audience, audienceQuery } from "../queries.ts";

/** The segments that the customer is in, each with its reason, and the sequences. */
export function CustomerAudience({ psid }: { psid: string }) {
  const { t, i18n } = useTranslation("customers");
  const { data, error, refetch } = useQuery(audienceQuery(usePage().id, psid, i18n.language));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Text size="sm">…</Text>;
  if (data.segments.length + data.sequences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("audience.none")}
      </Text>
    );
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("audience.title")}>
      {data.segments.map((segment) => (
        <SegmentLine key={segment.id} segment={segment} />
      ))}
      {data.sequences.map((sequence) => (
        <SequenceLine key={sequence.id} sequence={sequence} psid={psid} />
      ))}
    </Stack>
  );
}

function SegmentLine({ segment: { name, because } }: { segment: Audience["segments"][number] }) {
  const { t } = useTranslation("customers");
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t("audience.segment", { name })}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={t("audience.whyOf", { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t("audience.why")}
        </Button>
      </Group>
      {isOpen && (
        <List size="sm" c="dimmed">
          {because.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </li>
  );
}

function SequenceLine({ sequence, psid }: { sequence: Audience["sequences"][number]; psid: string }) {
  const { t, i18n } = useTranslation("customers");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const { id, name } = sequence;
  const leave = useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/sequences/:sequence_id/leave", {
        params: { page_id: pageId, sequence_id: id },
        body: { customers: { psids: [psid] } },
      }),
    onSuccess: () => {
      // It is a job of the background: until it is done, the server still names the sequence.
      client.setQueryData(
        audienceQuery(pageId, psid, i18n.language).queryKey,
        (old) => old && { ...old, sequences: old.sequences.filter((each) => each.id !== id) },
      );
      showToast({ message: t("audience.takenOut", { name }) });
    },
  });
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap">
      <TextLink
        size="sm"
        to="/pages/$pageId/audience/sequences/$sequenceId"
        params={{ pageId, sequenceId: String(id) }}
        style={{ overflowWrap: "anywhere" }}
      >
        {t("audience.sequence", { name })}
      </TextLink>
      {mayBuild && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t("audience.takeOutOf", { name })}
          loading={leave.isPending}
          onClick={() => leave.mutate()}
        >
          {t("audience.takeOut")}
        </Button>
      )}
    </Group>
  );
}
