import "./shortcuts.css";
import { Kbd, Modal, Stack, Table, Title } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { shortcutGroups } from "./shortcut-list.ts";

/** The list of keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("builder");
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("shortcuts.title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack>
        {Object.entries(shortcutGroups).map(([group, shortcuts]) => (
          <section key={group}>
            <Title order={3} size="h5" mb={4}>
              {t(`shortcuts.groups.${group}`)}
            </Title>
            <Table verticalSpacing={6} className="shortcuts">
              <Table.Tbody>
                {shortcuts.map(([action, ...keys]) => (
                  <Table.Tr key={action}>
                    <Table.Th scope="row">{t(`shortcuts.${group}.${action}`)}</Table.Th>
                    <Table.Td>
                      {keys.map((combination) => (
                        <Keys key={combination} combination={combination} />
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

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

function Keys({ combination }: { combination: string }) {
  const { t } = useTranslation("builder");
  return (
    <span className="shortcut-keys">
      {combination.split("+").map((key, index) => (
        <Fragment key={key}>
          {index > 0 && " + "}
          <Kbd>{key === "mod" ? (isMac ? "⌘" : "Ctrl") : t(`shortcuts.keys.${key}`, { defaultValue: key })}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}
