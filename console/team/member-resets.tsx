import { Refusal, type ReplyOf } from "@banter/sdk/manage.ts";
import { ActionIcon, Button, Group, Menu, Modal, Stack, Text } from "@mantine/core";
import { IconDeviceMobileOff, IconDots, IconKey } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import type { Workspace } from "../frame/use-workspace.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { confirm } from "../ui/confirm.tsx";
import { errorText } from "../ui/error-text.ts";
import { showToast } from "../ui/toast.tsx";
import { membersQuery } from "./queries.ts";

type Member = ReplyOf<"GET /workspaces/:workspace_id/members">["members"][number];
type Props = { member: Member; workspace: Workspace };

/** Helps a member who has forgotten the password or lost the second factor. */
export function MemberResets({ member, workspace }: Props) {
  const { t } = useTranslation("team");
  const { name, has_two_factor } = member;
  const { password, secondFactor } = useResets({ member, workspace });
  const askPassword = async () => {
    const [title, body] = [t("reset.passwordTitle", { name }), t("reset.passwordBody")];
    if (await confirm({ title, body, action: t("reset.passwordAction"), isDangerous: false })) password.mutate();
  };
  const askSecondFactor = async () => {
    const [title, body] = [t("reset.secondFactorTitle", { name }), t("reset.secondFactorBody")];
    if (await confirm({ title, body, action: t("reset.secondFactorAction") })) secondFactor.mutate();
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            loading={password.isPending || secondFactor.isPending}
            aria-label={t("members.actionsOf", { name })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => void askPassword()}>
            {t("reset.password")}
          </Menu.Item>
          {has_two_factor && (
            <Menu.Item
              leftSection={<IconDeviceMobileOff size={16} aria-hidden />}
              onClick={() => void askSecondFactor()}
            >
              {t("reset.secondFactor")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <LinkDialog name={name} link={password.data?.link} onClose={password.reset} />
    </>
  );
}

function useResets({ member, workspace }: Props) {
  const { t } = useTranslation("team");
  const queryClient = useQueryClient();
  const params = { workspace_id: workspace.id, user_id: member.id };
  const options = {
    onError: (error: unknown) => {
      const isOthers = error instanceof Refusal && error.code === "conflict";
      showToast({ kind: "failure", message: isOthers ? t("reset.refused") : errorText(error) });
    },
    meta: { showsFailure: true },
  };
  const password = useMutation({
    mutationFn: () => api("POST /workspaces/:workspace_id/members/:user_id/password_reset", { params }),
    ...options,
  });
  const secondFactor = useMutation({
    mutationFn: () => api("POST /workspaces/:workspace_id/members/:user_id/second_factor_reset", { params }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(membersQuery(workspace.id));
      showToast({ message: t("reset.secondFactorDone", { name: member.name }) });
    },
    ...options,
  });
  return { password, secondFactor };
}

function LinkDialog({ name, link, onClose }: { name: string; link: string | undefined; onClose: () => void }) {
  const { t } = useTranslation("team");
  return (
    <Modal
      opened={link !== undefined}
      onClose={onClose}
      title={t("reset.linkTitle", { name })}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack>
        <Text size="sm">{t("reset.send", { name })}</Text>
        <CodeBlock text={link ?? ""} what={t("reset.link")} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("reset.done")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
