import type { TemplateChoice } from "@banter/core/api/template-choice.ts";
import { Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { faultAt } from "../ui/error-text.ts";
import { ChannelFields } from "./channel-fields.tsx";
import type { NewPage } from "./use-new-page.ts";

const LoginOrForm = lazyPart(async () => (await import("./facebook/login-button.tsx")).LoginOrForm, { height: 100 });

type Props = { page: NewPage; workspaceId: number; template?: TemplateChoice };

/** The fields of a new page: on our own channel its name, on another what gives access to the account there. */
export function AccountFields({ page, workspaceId, template }: Props) {
  const { channel, name, settings, error, change } = page;
  const { t } = useTranslation("pages");
  return (
    <>
      {channel?.login && <LoginOrForm workspaceId={workspaceId} template={template} />}
      {channel?.gives_id && (
        <TextInput
          label={t("create.name")}
          description={t("create.nameHelp")}
          withAsterisk
          aria-required
          maxLength={200}
          data-autofocus
          value={name}
          error={faultAt(error, "/name") && t("channel.missing")}
          // A name that is only a proposal is replaced by what is typed.
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      {channel?.entry && page.hasLostSecrets && <Text size="sm">{t("create.secretsAgain")}</Text>}
      {channel?.entry && (
        <ChannelFields
          key={channel.type}
          channel={channel.type}
          schema={channel.entry}
          value={settings}
          onChange={(settings) => change({ settings })}
          error={error}
          pointer="/settings"
          isGuided
        />
      )}
    </>
  );
}
