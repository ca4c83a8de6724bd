import { Skeleton, Stack } from "@mantine/core";
import { IconPlus, IconTimeline } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../../api.ts";
import { useMay, usePage } from "../../../frame/use-page.ts";
import { sequencesQuery } from "../../../queries.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { ButtonLink, TextLink } from "../../../ui/links.tsx";
import { Section } from "../../../ui/screen.tsx";
import { showToast } from "../../../ui/toast.tsx";
import "../add-words.ts";
import type { Sequence } from "../../queries.ts";
import { ItemCard } from "../item-card.tsx";

function NewSequence() {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  if (!useMay("build")) return null;
  return (
    <ButtonLink
      to="/pages/$pageId/audience/sequences/$sequenceId"
      params={{ pageId, sequenceId: "new" }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("sequences.new")}
    </ButtonLink>
  );
}

/** The page's sequences. */
export function Sequences() {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data: sequences, error, refetch } = useQuery(sequencesQuery(pageId));
  const { turn, remove } = useSequenceMutations();
  const ask = async (sequence: Sequence) => {
    const { name } = sequence;
    const question = {
      title: t("sequences.delete.title", { name }),
      body: t("sequences.delete.text"),
      action: t("sequences.delete.submit"),
    };
    if (await confirm(question)) remove.mutate(sequence);
  };
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!sequences) return <Skeleton h={240} />;
  if (sequences.length === 0)
    return (
      <EmptyState
        icon={IconTimeline}
        title={t("sequences.empty.title")}
        help={t("sequences.empty.help")}
        action={<NewSequence />}
      />
    );
  return (
    <Section title={t("sequences.title")} help={t(mayBuild ? "sequences.help" : "readOnly")} actions={<NewSequence />}>
      <Stack component="ul" gap="sm" p={0} m={0}>
        {sequences.map((sequence) => (
          <ItemCard
            key={sequence.id}
            title={
              <TextLink
                to="/pages/$pageId/audience/sequences/$sequenceId"
                params={{ pageId, sequenceId: String(sequence.id) }}
                fw={600}
                style={{ overflowWrap: "anywhere" }}
              >
                {sequence.name}
              </TextLink>
            }
            text={t("sequences.steps", { count: sequence.steps.length })}
            isOn={sequence.is_on}
            onSwitch={(is_on) => turn.mutate({ ...sequence, is_on })}
            switchLabel={t("sequences.isOn", { name: sequence.name })}
            onDelete={() => void ask(sequence)}
            deleteLabel={t("sequences.deleteName", { name: sequence.name })}
          />
        ))}
      </Stack>
    </Section>
  );
}

/** Changes are shown at once, and taken back if the server refuses. */
function useSequenceMutations() {
  const { t } = useTranslation("automation");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const { queryKey } = sequencesQuery(page_id);
  const onSettled = () => client.invalidateQueries({ queryKey });
  return {
    turn: useMutation({
      mutationFn: ({ id, is_on }: Sequence) =>
        api("PATCH /pages/:page_id/sequences/:sequence_id", { params: { page_id, sequence_id: id }, body: { is_on } }),
      onMutate: async (sequence) => {
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, (all) => all?.map((one) => (one.id === sequence.id ? sequence : one)));
      },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Sequence) =>
        api("DELETE /pages/:page_id/sequences/:sequence_id", { params: { page_id, sequence_id: id } }),
      onSuccess: (_done, { name }) => showToast({ message: t("deleted", { name }) }),
      onSettled,
    }),
  };
}
