import { channelFacts } from "@banter/core/channels/index.ts";
import { Button, Menu } from "@mantine/core";
import {
  IconHandStop,
  IconHash,
  IconMenu2,
  IconMessageQuestion,
  IconMoodSmile,
  IconPlus,
  IconQrcode,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { toolsQuery } from "../../tools/tool.ts";
import { ToolForm } from "../../tools/tool-form.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { useScene } from "../context.ts";
import { OfferDialog } from "./offer-dialog.tsx";
import type { OfferList, PageStart, useTriggers } from "./use-triggers.ts";

type Props = { triggers: ReturnType<typeof useTriggers>; onKeyword: () => void };

/** The ways to start the flow that the page's channel has. */
export function AddTrigger({ triggers, onKeyword }: Props) {
  const { t } = useTranslation("triggers");
  const page = usePage();
  const { flowId } = useScene();
  const facts = channelFacts[page.channel];
  const [offer, setOffer] = useState<OfferList>();
  const [hasToolForm, setToolForm] = useState(false);
  const { data: tools } = useQuery({ ...toolsQuery(page.id), enabled: hasToolForm });
  const start = useStart(triggers);
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            {t("add")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHash size={16} aria-hidden />} onClick={onKeyword}>
            {t("keyword.add")}
          </Menu.Item>
          {page.welcome_flow_id !== flowId && (
            <Menu.Item leftSection={<IconMoodSmile size={16} aria-hidden />} onClick={() => void start("welcome")}>
              {t("welcome.add")}
            </Menu.Item>
          )}
          {page.default_reply_flow_id !== flowId && (
            <Menu.Item leftSection={<IconHandStop size={16} aria-hidden />} onClick={() => void start("defaultReply")}>
              {t("defaultReply.add")}
            </Menu.Item>
          )}
          {facts.iceBreakers.count > 0 && (
            <Menu.Item
              leftSection={<IconMessageQuestion size={16} aria-hidden />}
              onClick={() => setOffer("iceBreaker")}
            >
              {t("iceBreaker.add")}
            </Menu.Item>
          )}
          {facts.mainMenu.count > 0 && (
            <Menu.Item leftSection={<IconMenu2 size={16} aria-hidden />} onClick={() => setOffer("menuItem")}>
              {t("menuItem.add")}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => setToolForm(true)}>
            {t("tool.add")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {offer && <OfferDialog list={offer} offer={triggers.offer} onClose={() => setOffer(undefined)} />}
      <ToolForm
        editing={hasToolForm && tools ? "new" : undefined}
        flowId={flowId}
        tools={tools ?? []}
        onClose={() => {
          setToolForm(false);
          void triggers.refresh();
        }}
      />
    </>
  );
}

/** Asks first if another flow would lose its place. */
function useStart({ start }: Pick<Props["triggers"], "start">): (what: PageStart) => Promise<void> {
  const { t } = useTranslation("triggers");
  const page = usePage();
  const { names } = useScene();
  return async (what) => {
    const other = what === "welcome" ? page.welcome_flow_id : page.default_reply_flow_id;
    const flow = other === null ? undefined : names.flow.get(other);
    const question = { title: t("replace.title"), body: t(`replace.${what}`, { flow }), action: t("replace.submit") };
    if (flow !== undefined && !(await confirm({ ...question, isDangerous: false }))) return;
    start.mutate(what);
  };
}
