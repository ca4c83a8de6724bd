import { setShare, shareOut } from "@banter/core/flow/steps/shares.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { NumberInput, Slider } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { freshExitId, shownId } from "../edit/exit-id.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { Form } from "../steps/schema-form.ts";
import { textOf } from "../steps/summary.ts";
import type { EditorProps } from "./editor-props.ts";
import { RowList } from "./rows/row-list.tsx";

/** The branches of a split: a free name and a share in percent each. The shares always add up to 100. */
export function BranchesEditor({ form, path, value }: EditorProps) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const branches = (Array.isArray(value) ? value : []).filter(isObject);
  const shares = shareOut(100, branches.map(weightOf));
  const nameForm = nameFormIn(form);
  const ids = branches.map(({ id }) => textOf(id));
  const nameOf = (index: number) => textOf(branches[index]?.name) || t("forms.branch", { place: index + 1 });

  /** A new branch gets an equal share; the share of a removed one goes to the others. */
  function change(next: unknown[]): void {
    const kept = next.filter(isObject);
    const isNew = kept.length > branches.length;
    const weights = kept.map((branch) => shares[branches.indexOf(branch)] ?? 0);
    const added = kept.findIndex((branch) => !branches.includes(branch));
    const fair = isNew ? setShare(weights, added, Math.floor(100 / kept.length)) : shareOut(100, weights);
    set(path, weighed(kept, fair));
  }

  return (
    <RowList
      label={t("forms.branches")}
      items={branches}
      path={path}
      onChange={change}
      min={2}
      max={10}
      blank={() => ({ id: freshExitId("branch", ids), name: letterFor(branches), weight: 0 })}
      add={{ label: t("forms.addBranch") }}
      nameOf={nameOf}
    >
      {(branch, index) => (
        <>
          <div className="row-words bare">
            {nameForm && isObject(branch) && (
              <Field
                form={{ ...nameForm, isOptional: false }}
                path={[...path, index, "name"]}
                value={branch.name ?? shownId(branch.id)}
                label={t("forms.branchName", { place: index + 1 })}
                placeholder={t("forms.branch", { place: index + 1 })}
              />
            )}
          </div>
          <div className="row-more">
            <Share
              name={nameOf(index)}
              value={shares[index] ?? 0}
              onChange={(percent) => set(path, weighed(branches, setShare(shares, index, percent)))}
            />
          </div>
        </>
      )}
    </RowList>
  );
}

type ShareProps = { name: string; value: number; onChange: (percent: number) => void };

function Share({ name, value, onChange }: ShareProps) {
  const { t } = useTranslation("builder");
  const { isReadOnly } = useInspected();
  const label = t("forms.shareOf", { name });
  return (
    <div className="branch-share">
      <Slider
        thumbLabel={label}
        value={value}
        disabled={isReadOnly}
        label={null}
        onChange={onChange}
        thumbProps={{ "aria-valuetext": `${value} %` }}
      />
      <NumberInput
        aria-label={label}
        size="xs"
        w={76}
        min={0}
        max={100}
        clampBehavior="strict"
        allowDecimal={false}
        suffix=" %"
        value={value}
        readOnly={isReadOnly}
        onChange={(next) => typeof next === "number" && onChange(next)}
      />
    </div>
  );
}

function weightOf({ weight }: JsonObject): number {
  return typeof weight === "number" ? weight : 0;
}

function weighed(branches: JsonObject[], shares: number[]): JsonObject[] {
  return branches.map((branch, index) => ({ ...branch, weight: shares[index] ?? 0 }));
}

/** The first letter that no branch is called by. */
function letterFor(branches: JsonObject[]): string {
  const names = branches.map(({ id, name }) => textOf(name ?? id).toUpperCase());
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !names.includes(letter)) ?? "";
}

function nameFormIn(form: Form): Form | undefined {
  const item = form.kind === "list" ? form.item : undefined;
  return item?.kind === "object" ? item.fields.find(([key]) => key === "name")?.[1] : undefined;
}
