import { Button, Group, ScrollArea, Table, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { downloadCsv } from "./csv.ts";

/** A column: `value` for the file, `cell` for the screen where it shows more than the value. */
type Column<Row> = {
  title: string;
  value: (row: Row) => string | number;
  cell?: (row: Row) => ReactNode;
};

type Props<Row> = {
  title: string;
  help?: string;
  /** The name of the CSV file, without its ending. */
  file: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** In place of an empty table. */
  empty: string;
  order?: 2 | 3;
};

/** A table with a heading and a button that downloads it as CSV. Numbers are on the right. */
export function DataTable<Row>({ title, help, file, columns, rows, keyOf, empty, order = 3 }: Props<Row>) {
  const { t, i18n } = useTranslation("ui");
  const save = () =>
    downloadCsv(file, [
      columns.map(({ title }) => title),
      ...rows.map((row) => columns.map(({ value }) => value(row))),
    ]);
  return (
    <div>
      <Group justify="space-between" align="flex-start" mb="xs" wrap="nowrap">
        <div>
          <Title order={order} fz={order === 2 ? "1.125rem" : "1rem"}>
            {title}
          </Title>
          {help && (
            <Text size="sm" c="dimmed">
              {help}
            </Text>
          )}
        </div>
        {rows.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t("table.csv", { title })}
            onClick={save}
            flex="none"
          >
            CSV
          </Button>
        )}
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ScrollArea.Autosize
          mah={420}
          type="auto"
          offsetScrollbars="present"
          viewportProps={{ tabIndex: 0, role: "group", "aria-label": title }}
        >
          <Table stickyHeader verticalSpacing={6} fz="sm" className="data-table">
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ title }, index) => (
                  <Table.Th key={title} ta={index === 0 ? "left" : "right"}>
                    {title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={keyOf(row)}>
                  {columns.map(({ title, value, cell }, index) => (
                    <Table.Td
                      key={title}
                      ta={index === 0 ? "left" : "right"}
                      style={index === 0 ? { overflowWrap: "anywhere", minWidth: 120 } : { overflowWrap: "break-word" }}
                    >
                      {cell ? cell(row) : written(value(row), i18n.language)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </div>
  );
}

const written = (value: string | number, language: string) =>
  typeof value === "number" ? value.toLocaleString(language) : value;
