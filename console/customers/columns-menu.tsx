import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { fieldsQuery } from "../queries.ts";
import { type ColumnName, columnNames } from "./columns.ts";

/** The choice of columns. */
export function ColumnsMenu({ columns, onChange }: { columns: ColumnName[]; onChange: (next: ColumnName[]) => void }) {
  const { t } = useTranslation("customers");
  const { data: fields = [] } = useQuery(fieldsQuery(usePage().id));
  const all: ColumnName[] = [...columnNames, ...fields.map(({ name }) => `field:${name}` as const)];
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const toggle = (column: ColumnName) => {
    const chosen = new Set(columns);
    if (!chosen.delete(column)) chosen.add(column);
    onChange(all.filter((name) => chosen.has(name)));
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t("columns.choose")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" mah={360} style={{ overflowY: "auto" }}>
          {all.map((column) => (
            <Checkbox
              key={column}
              label={column.startsWith("field:") ? labelOf(column.slice(6)) : t(`columns.${column}`)}
              checked={columns.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
