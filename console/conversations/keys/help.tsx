import { Kbd, Modal, Stack, Table, Title } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { keyGroups } from "./keys.ts";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The list of keys. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("conversations");
  return (
    <Modal opened onClose={onClose} title={t("keys.title")} closeButtonProps={{ "aria-label": t("ui:close") }}>
      <Stack>
        {Object.entries(keyGroups).map(([group, shortcuts]) => (
          <section key={group}>
            <Title order={3} size="h5" mb={4}>
              {t(`keys.groups.${group}`)}
            </Title>
            <Table verticalSpacing={6} className="keys">
              <Table.Tbody>
                {shortcuts.map(([action, key]) => (
                  <Table.Tr key={action}>
                    <Table.Th scope="row">{t(`keys.${group}.${action}`)}</Table.Th>
                    <Table.Td>
                      {key.split("+").map((part, index) => (
                        <Fragment key={part}>
                          {index > 0 && " + "}
                          <Kbd>{part === "mod" ? (isMac ? "⌘" : "Ctrl") : part}</Kbd>
                        </Fragment>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
