import { useLocalStorage } from "@mantine/hooks";

/** The columns that can be chosen. The name is always shown; custom fields are `field:` and their name. */
export const columnNames = [
  "last",
  "email",
  "phone",
  "tags",
  "source",
  "active_at",
  "created_at",
  "reach",
  "locale",
  "psid",
] as const;
export type ColumnName = (typeof columnNames)[number] | `field:${string}`;

const usual: ColumnName[] = ["last", "email", "phone", "tags", "reach"];

/** The chosen columns, in their fixed order. Kept in this browser for each user and page. */
export function useColumns(userId: string, pageId: string): [ColumnName[], (columns: ColumnName[]) => void] {
  const [stored, setStored] = useLocalStorage<ColumnName[]>({
    key: `banter-customer-columns-${userId}-${pageId}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  });
  return [Array.isArray(stored) ? stored : usual, setStored];
}
