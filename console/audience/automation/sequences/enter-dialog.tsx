import { Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../api.ts";
import { Choice } from "../../../frame/choosers/choice.tsx";
import { usePage } from "../../../frame/use-page.ts";
import { DialogButtons } from "../../../ui/dialog-buttons.tsx";
import { TextLink } from "../../../ui/links.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { type Sequence, segmentCountQuery, segmentsQuery } from "../../queries.ts";

const everybody = "all";
const wordsOf = { enter: "enter", leave: "leave_job" } as const;

/** Lets the customers of a segment, or all of them, enter the sequence, or takes them out. */
export function EnterDialog({ sequence, onClose }: { sequence: Sequence; onClose: () => void }) {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  const { data: segments = [] } = useQuery(segmentsQuery(pageId));
  const [chosen, choose] = useState<string | null>(null);
  const [direction, turn] = useState<"enter" | "leave">("enter");
  const words = wordsOf[direction];
  const segment = segments.find(({ id }) => String(id) === chosen);
  const { data: counted } = useQuery({
    ...segmentCountQuery(pageId, segment?.id ?? 0),
    enabled: segment !== undefined,
  });
  const start = useMutation({
    mutationFn: () =>
      api(`POST /pages/:page_id/sequences/:sequence_id/${direction}`, {
        params: { page_id: pageId, sequence_id: sequence.id },
        body: { customers: segment ? { segment_id: segment.id } : { filter: {} } },
      }),
    onSuccess: () => {
      showToast({ message: t(`sequences.${words}.started`) });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("sequences.enter.title", { name: sequence.name })}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== null) start.mutate();
        }}
      >
        <Stack>
          <Choice
            label={t("sequences.direction")}
            options={(["enter", "leave"] as const).map((value) => ({
              value,
              label: t(`sequences.${wordsOf[value]}.submit`),
            }))}
            value={direction}
            onChange={turn}
          />
          <Select
            label={t(`sequences.${words}.who`)}
            placeholder={t("sequences.enter.choose")}
            data={[
              ...segments.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: everybody, label: t("sequences.enter.all") },
            ]}
            value={chosen}
            onChange={choose}
            searchable
            data-autofocus
          />
          {segment && counted && <Text size="sm">{t("sequences.enter.count", { count: counted.count })}</Text>}
          <Text size="sm" c="dimmed">
            {t(`sequences.${words}.help`)}{" "}
            <TextLink to="/pages/$pageId/customers/jobs" params={{ pageId }} size="sm">
              {t("sequences.enter.jobs")}
            </TextLink>
          </Text>
          <DialogButtons
            submit={t(`sequences.${words}.submit`)}
            isPending={start.isPending}
            onCancel={onClose}
            isDisabled={chosen === null}
          />
        </Stack>
      </form>
    </Modal>
  );
}
