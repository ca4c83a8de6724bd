import { Alert, Anchor, Box, List } from "@mantine/core";
import { IconBulb } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextLink } from "../ui/links.tsx";
import { usePage } from "./use-page.ts";

const storageKey = "banter-first-steps";

/** Marks a page as new in this browser, so that its flows show what to do first. */
export const beginFirstSteps = (pageId: string): void => localStorage.setItem(storageKey, pageId);

/** Hints for a new page, until they are dismissed. */
export function FirstSteps() {
  const { t } = useTranslation("pages");
  const { id, chat_url } = usePage();
  const [isShown, setIsShown] = useState(() => localStorage.getItem(storageKey) === id);
  if (!isShown) return null;
  const close = () => {
    localStorage.removeItem(storageKey);
    setIsShown(false);
  };
  return (
    <Box px={{ base: "md", sm: "xl" }} pt={{ base: "md", sm: "xl" }} maw={1144} mx="auto">
      <Alert
        icon={<IconBulb size={18} />}
        title={t("first.title")}
        variant="outline"
        withCloseButton
        closeButtonLabel={t("first.close")}
        onClose={close}
      >
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>{t("first.flow")}</List.Item>
          <List.Item>
            <TextLink to="/pages/$pageId/settings" params={{ pageId: id }} inherit underline="always">
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
    </Box>
  );
}
