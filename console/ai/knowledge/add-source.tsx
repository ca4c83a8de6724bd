import { Button, Menu, Text } from "@mantine/core";
import { type Icon, IconBolt, IconFileText, IconPencil, IconPlus, IconWorld } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../frame/use-page.ts";
import { blankOf, type FormKind, SourceDialog } from "./source-dialog.tsx";
import { useUploads } from "./use-uploads.ts";

const kinds = ["file", "text", "site", "flows"] as const;

export const kindIcons: Record<(typeof kinds)[number], Icon> = {
  file: IconFileText,
  text: IconPencil,
  site: IconWorld,
  flows: IconBolt,
};

/** The button that adds a source of any kind. */
export function AddSource() {
  const { t } = useTranslation("knowledge");
  const mayBuild = useMay("build");
  const [added, setAdded] = useState<FormKind>();
  const { upload, isPending } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  if (!mayBuild) return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("addOf.file")}
        accept=".pdf,.docx,.md,.markdown,.txt,.csv,.html,.htm"
        onChange={({ currentTarget }) => {
          upload([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button loading={isPending} leftSection={<IconPlus size={16} aria-hidden />}>
            {t("add")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => {
            const KindIcon = kindIcons[kind];
            return (
              <Menu.Item
                key={kind}
                leftSection={<KindIcon size={18} aria-hidden />}
                onClick={() => (kind === "file" ? input.current?.click() : setAdded(kind))}
              >
                {t(`addOf.${kind}`)}
                <Text size="xs" c="dimmed">
                  {t(`addHelp.${kind}`)}
                </Text>
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {added && (
        <SourceDialog
          edited={{ id: null, form: blankOf(added, t(`names.${added}`)) }}
          onClose={() => setAdded(undefined)}
        />
      )}
    </>
  );
}
