import { objectsIn } from "@banter/core/flow/steps/summary.ts";
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import { textOf } from "../steps/summary.ts";
import type { TestCustomer } from "../try-out/test-customer.ts";

type Props = { customer: TestCustomer; onStart: (customer: TestCustomer) => void };

/** The branch that the test takes at each split of the flow. */
export function TestSplits({ customer, onStart }: Props) {
  const { t } = useTranslation("builder");
  const { flowId } = useScene();
  const steps = useBuilder(({ history }) => history.present.steps);
  return Object.entries(steps)
    .filter(([, { type }]) => type === "split")
    .map(([id, step]) => {
      const key = `${flowId}.${id}`;
      const { [key]: chosen, ...others } = customer.branches;
      const branches = objectsIn(step.branches).map((branch) => ({
        value: textOf(branch.id),
        label: textOf(branch.name) || textOf(branch.id),
      }));
      const isThere = branches.some(({ value }) => value === chosen);
      return (
        <Select
          key={id}
          size="xs"
          label={t("testCustomer.split", { step: textOf(step.name) || branches.map(({ label }) => label).join(" / ") })}
          placeholder={t("testCustomer.chance")}
          data={branches.filter(({ value }) => value !== "")}
          value={isThere && chosen !== undefined ? chosen : null}
          clearable
          clearButtonProps={{ "aria-label": t("testCustomer.chance") }}
          onChange={(branch) =>
            onStart({ ...customer, branches: branch === null ? others : { ...others, [key]: branch } })
          }
        />
      );
    });
}
