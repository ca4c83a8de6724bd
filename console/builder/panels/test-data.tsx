import { readField } from "@banter/core/flow/fields/customer-fields.ts";
import { customerFields } from "@banter/core/model/variables.ts";
import { Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import type { TryOut } from "../try-out/try-out.ts";

/** The customer's fields and the variables of the run. */
export function TestData({ view: { customer, payload } }: { view: TryOut }) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const tags = customer.tags.map((id) => names.tag.get(id) ?? String(id)).join(", ");
  const rows: [string, string][] = [
    ...customerFields.map((name): [string, string] => [t(`variables.names.${name}`), readField(customer, name) ?? ""]),
    ...[...names.field.values()].map((name): [string, string] => [name, customer.fields[name] ?? ""]),
    [t("test.tags"), tags],
    ...Object.entries(payload),
  ];
  return (
    <Table verticalSpacing={4} withRowBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("test.field")}</Table.Th>
          <Table.Th>{t("test.value")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{value || "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
