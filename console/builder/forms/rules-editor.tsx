import { SegmentedControl, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { blankOf } from "../edit/new-step.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { EditorProps } from "./editor-props.ts";
import { RowList } from "./rows/row-list.tsx";
import { UnionRow } from "./union-row.tsx";

/** Chooses if all rules must hold or one is enough. */
export function MatchEditor({ path, value }: EditorProps) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  return (
    <SegmentedControl
      aria-label={t("forms.match")}
      fullWidth
      disabled={isReadOnly}
      data={["all", "any"].map((match) => ({ value: match, label: t(`forms.matches.${match}`) }))}
      value={value === "any" ? "any" : "all"}
      onChange={(next) => set(path, next)}
    />
  );
}

/** The rules of a condition, each as it would be said: “has the tag VIP”. */
export function RulesEditor({ form, path, value }: EditorProps) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const item = form.kind === "list" ? form.item : undefined;
  if (item?.kind !== "union") return null;
  const nameOf = (index: number) => t("forms.rule", { place: index + 1 });
  return (
    <RowList
      label={t("forms.rules")}
      items={Array.isArray(value) ? value : []}
      path={path}
      onChange={(next) => set(path, next)}
      max={20}
      blank={() => blankOf(item)}
      add={{ label: t("forms.addRule") }}
      nameOf={nameOf}
    >
      {(rule, index) => {
        const own: Path = [...path, index];
        return (
          <UnionRow
            form={item}
            path={own}
            value={rule}
            label={t("forms.ruleKind", { name: nameOf(index) })}
            body={(kind, holder, fields) => {
              const drawn = fields
                .filter(([key]) => key !== "has")
                .map(([key, field]) => <Field key={key} form={field} path={[...own, key]} value={holder[key]} />);
              if (kind === "tag") {
                return (
                  <div className="row-pair">
                    <HasTag path={[...own, "has"]} value={holder.has} />
                    {drawn}
                  </div>
                );
              }
              if (kind !== "field") return drawn;
              const [field, ...comparison] = drawn;
              return (
                <>
                  {field}
                  <div className="row-pair">{comparison}</div>
                </>
              );
            }}
          />
        );
      }}
    </RowList>
  );
}

function HasTag({ path, value }: { path: Path; value: unknown }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  return (
    <Select
      aria-label={t("forms.hasTag")}
      allowDeselect={false}
      readOnly={isReadOnly}
      data={["yes", "no"].map((has) => ({ value: has, label: t(`forms.has.${has}`) }))}
      value={value === false ? "no" : "yes"}
      onChange={(next) => set(path, next === "yes")}
    />
  );
}
