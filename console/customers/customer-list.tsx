import { Checkbox, Group, Paper, Skeleton, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { fieldsQuery, meQuery } from "../queries.ts";
import { type ColumnName, useColumns } from "./columns.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { CustomerCard } from "./customer-card.tsx";
import { CustomerCells } from "./customer-cells.tsx";
import type { Customer } from "./queries.ts";
import { isSelected, noSelection, type Selection, selectShown, toggle } from "./selection.ts";

type Props = {
  customers: Customer[];
  hasMore: boolean;
  isBusy: boolean;
  onMore: () => void;
  /** Undefined for those who may not change anything. */
  selection: Selection | undefined;
  onSelect: (selection: Selection) => void;
};

/** Rows that stand at the end while more are read, so that fast scrolling never shows a blank. */
const placeholders = 30;

/** The list: a table on wide screens, cards on phones. Only the rows in view are drawn. */
export function CustomerList({ customers, hasMore, isBusy, onMore, selection, onSelect }: Props) {
  const { t } = useTranslation("customers");
  const isPhone = useMediaQuery("(max-width: 47.99em)", undefined, { getInitialValueInEffect: false }) ?? false;
  const { data: me } = useQuery(meQuery);
  const [columns, setColumns] = useColumns(me?.user.id ?? "", usePage().id);
  const [top, setTop] = useState(0);
  const measureTop = useCallback((element: HTMLElement | null) => {
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY);
  }, []);
  const rows = useWindowVirtualizer({
    count: customers.length + (hasMore ? placeholders : 0),
    estimateSize: () => (isPhone ? 108 : 61),
    overscan: 15,
    scrollMargin: top,
    getItemKey: (index) => customers[index]?.psid ?? `placeholder ${index}`,
  });
  const items = rows.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const mustRead = hasMore && !isBusy && lastShown >= customers.length - placeholders;
  useEffect(() => {
    if (mustRead) onMore();
  });
  const shown = customers.map(({ psid }) => psid);
  const select = selection && ((psid: string) => onSelect(toggle(selection, psid, shown)));
  const areAll = selection !== undefined && shown.length > 0 && shown.every((psid) => isSelected(selection, psid));
  const placeOf = (start: number) => ({ transform: `translateY(${start - rows.options.scrollMargin}px)` });
  const style = { "--customer-columns": String(columns.length) } as CSSProperties;
  return (
    <Paper
      withBorder={!isPhone}
      bg={isPhone ? "transparent" : undefined}
      className="customers"
      style={style}
      data-phone={isPhone || undefined}
    >
      <Group justify="space-between" px="sm" py={6}>
        {selection ? (
          <Checkbox
            label={t("select.loaded")}
            checked={areAll}
            onChange={() => onSelect(areAll ? noSelection : selectShown(shown))}
          />
        ) : (
          <span />
        )}
        {!isPhone && <ColumnsMenu columns={columns} onChange={setColumns} />}
      </Group>
      {isPhone ? (
        <ul ref={measureTop} aria-label={t("title")} className="customer-cards" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, key, start }) => (
            <li key={key} ref={rows.measureElement} data-index={index} className="customer-card" style={placeOf(start)}>
              <OneCard customer={customers[index]} selection={selection} onSelect={select} />
            </li>
          ))}
        </ul>
      ) : (
        <table aria-label={t("title")} className="customer-table">
          <Header columns={columns} hasChecks={selection !== undefined} />
          <tbody ref={measureTop} style={{ height: rows.getTotalSize() }}>
            {items.map(({ index, key, start }) => (
              <tr
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className="customer-row"
                data-last={columns[0] === "last" || undefined}
                style={placeOf(start)}
              >
                <OneRow customer={customers[index]} columns={columns} selection={selection} onSelect={select} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Paper>
  );
}

function Header({ columns, hasChecks }: { columns: ColumnName[]; hasChecks: boolean }) {
  const { t } = useTranslation("customers");
  const { data: fields = [] } = useQuery(fieldsQuery(usePage().id));
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  return (
    <thead>
      <tr className="customer-row" data-last={columns[0] === "last" || undefined}>
        {hasChecks && <td className="customer-check" />}
        {["name", ...columns].map((name) => (
          <Text key={name} component="th" scope="col" size="xs" fw={600} c="dimmed" ta="start" truncate>
            {name.startsWith("field:") ? labelOf(name.slice(6)) : t(`columns.${name}`)}
          </Text>
        ))}
      </tr>
    </thead>
  );
}

type OneProps = {
  /** Undefined while it is being read. */
  customer: Customer | undefined;
  selection: Selection | undefined;
  onSelect: ((psid: string) => void) | undefined;
};

function OneRow({ customer, columns, selection, onSelect }: OneProps & { columns: ColumnName[] }) {
  if (!customer)
    return (
      <td className="customer-placeholder">
        <Skeleton h={20} w="60%" />
      </td>
    );
  return (
    <CustomerCells
      customer={customer}
      columns={columns}
      isSelected={selection && isSelected(selection, customer.psid)}
      onSelect={onSelect}
    />
  );
}

function OneCard({ customer, selection, onSelect }: OneProps) {
  if (!customer) return <Skeleton h={100} />;
  return (
    <CustomerCard
      customer={customer}
      isSelected={selection && isSelected(selection, customer.psid)}
      onSelect={onSelect}
    />
  );
}
