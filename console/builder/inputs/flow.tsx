import { Group } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FlowSelect } from "../../frame/flow-select.tsx";
import { IconLink } from "../../ui/links.tsx";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import type { InputProps } from "./input-props.ts";

/** One of the page's flows, with a link that opens it. */
export function FlowInput({ label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const { page, names } = useScene();
  const fault = useFault(path);
  const id = typeof value === "number" ? value : null;
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <FlowSelect label={label} error={fault} value={id} onChange={onChange} readOnly={isReadOnly} flex={1} />
      {id !== null && names.flow.has(id) && (
        <IconLink
          to="/pages/$pageId/flows/$flowId"
          params={{ pageId: page.id, flowId: String(id) }}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("inputs.openFlow", { name: names.flow.get(id) })}
        >
          <IconExternalLink size={16} aria-hidden />
        </IconLink>
      )}
    </Group>
  );
}
