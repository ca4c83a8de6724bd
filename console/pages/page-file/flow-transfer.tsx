import { Button, Divider, Group, Modal, Select, Stack, Switch, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { pagesQuery } from "../../queries.ts";
import { addWords } from "../../words.ts";
import { PlanButtons } from "./apply-file.tsx";
import { PlanView } from "./plan.tsx";
import { saveAs } from "./save-as.ts";
import { usePageFile } from "./use-page-file.ts";
import * as words from "./words.ts";

addWords("pageFile", words);

type Props = { flow: { id: number; name: string }; onClose: () => void };

/** Takes a flow elsewhere: as a file, or to another page of the workspace. */
export function FlowTransfer({ flow, onClose }: Props) {
  const { t } = useTranslation("pageFile");
  const page = usePage();
  const [withFlows, setWithFlows] = useState(true);
  const [to, setTo] = useState<string | null>(null);
  const { data: pages = [] } = useQuery(pagesQuery(page.workspace_id));
  const target = pages.find(({ id }) => id === to);
  const read = (contents: "true" | "false") =>
    api("GET /pages/:page_id/flows/:flow_id/file", {
      params: { page_id: page.id, flow_id: flow.id },
      query: { with_flows: withFlows ? "true" : "false", contents },
    });
  const download = useMutation({
    mutationFn: () => read("true"),
    onSuccess: (file) => saveAs(`${flow.name.replaceAll(/[\\/:*?"<>|]/g, "-")}.json`, file),
  });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t("transfer.title", { name: flow.name })}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack>
        <Switch
          label={t("transfer.withFlows")}
          description={t("transfer.withFlowsHelp")}
          checked={withFlows}
          onChange={(event) => {
            setWithFlows(event.currentTarget.checked);
            setTo(null);
          }}
        />
        <Group justify="space-between">
          <Text size="sm">{t("transfer.asFile")}</Text>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t("transfer.download")}
          </Button>
        </Group>
        <Divider />
        <Select
          label={t("transfer.toPage")}
          placeholder={t("transfer.choosePage")}
          description={pages.length < 2 ? t("transfer.noPage") : undefined}
          disabled={pages.length < 2}
          data={pages
            .filter(({ id }) => id !== page.id)
            .map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
          value={to}
          onChange={setTo}
          searchable
        />
        {/* A plan belongs to one page, so that another one begins anew. */}
        {target && <CopyTo key={target.id} target={target} read={() => read("false")} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

type CopyProps = {
  target: { id: string; workspace_id: number };
  read: () => Promise<unknown>;
  onClose: () => void;
};

function CopyTo({ target, read, onClose }: CopyProps) {
  const { t } = useTranslation("pageFile");
  const [keepsFlows, setKeepsFlows] = useState(true);
  const file = usePageFile(target, onClose);
  const options = { prune: false, keepsName: true, keepsFlows };
  return (
    <>
      <Switch
        label={t("keepFlows")}
        description={t("keepFlowsHelp")}
        checked={keepsFlows}
        onChange={(event) => {
          setKeepsFlows(event.currentTarget.checked);
          file.reset();
        }}
      />
      <PlanView {...file} />
      <PlanButtons file={file} chosen={{ source: { read }, options }} isEmpty={false} />
    </>
  );
}
