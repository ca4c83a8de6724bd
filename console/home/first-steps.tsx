import { Alert, Anchor, List } from "@mantine/core";
import { IconBulb } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { endFirstSteps, hasFirstSteps } from "../frame/first-steps.ts";
import { usePage } from "../frame/use-page.ts";
import { TextLink } from "../ui/links.tsx";

/** Hints for a new page, until they are dismissed. */
export function FirstSteps() {
  const { t } = useTranslation("home");
  const { id, chat_url } = usePage();
  const [isShown, setIsShown] = useState(() => hasFirstSteps(id));
  if (!isShown) return null;
  const close = () => {
    endFirstSteps();
    setIsShown(false);
  };
  const link = { params: { pageId: id }, inherit: true, underline: "always" } as const;
  return (
    <Alert
      icon={<IconBulb size={18} />}
      title={t("first.title")}
      variant="outline"
      withCloseButton
      closeButtonLabel={t("first.close")}
      onClose={close}
    >
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>
          <TextLink to="/pages/$pageId/flows" {...link}>
            {t("first.flow")}
          </TextLink>
        </List.Item>
        <List.Item>
          <TextLink to="/pages/$pageId/settings" {...link}>
            {t("first.welcome")}
          </TextLink>
        </List.Item>
        {chat_url && (
          <List.Item>
            <Anchor href={chat_url} target="_blank" rel="noreferrer" inherit underline="always">
              {t("first.chat")}
            </Anchor>
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
