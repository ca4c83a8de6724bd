import { channelFacts } from "../../channels/index.ts";
import { lengthIn } from "../../channels/limits.ts";
import type { LimitedText } from "../../model/form.ts";
import { pointer } from "../../model/pointer.ts";
import { customerFields, isAttachedVariable, variables } from "../../model/variables.ts";
import { templatesIn, variablesIn } from "../document/references.ts";
import { listFields } from "../document/walk.ts";
import type { Finding, LintContext } from "../problem.ts";
import { longestText } from "../render/longest-text.ts";
import { secretNameOf } from "../secret-name.ts";
import { gapFinder, isRead } from "./gaps.ts";

/** Finds unknown variables in templates, texts that may have gaps, and texts that are too long for the channel. */
export function lintTexts(document: unknown, context: LintContext): Finding[] {
  const known = new Set<string>([...customerFields, ...variables, ...context.fields.values()]);
  const gapsIn = gapFinder(document, context);
  return listFields(document).flatMap((field) =>
    templatesIn(field).flatMap(({ text, path }): Finding[] => {
      const place = { step: field.step, path: pointer(path) };
      const names = variablesIn(text);
      const isUnknown = names.some(
        (name) => !known.has(name) && !isAttachedVariable(name) && secretNameOf(name) === undefined,
      );
      const hasGap = isRead(field) && gapsIn(text).length > 0;
      const tooLong = field.meta.limit && excess(text, field.meta.limit, context);
      return [
        ...(isUnknown ? [{ code: "unknown_variable" as const, ...place, message: unknownVariable }] : []),
        ...(hasGap ? [{ code: "fallback_missing" as const, ...place, message: fallbackMissing }] : []),
        ...(tooLong ? [{ code: "text_too_long" as const, ...place, message: tooLong }] : []),
      ];
    }),
  );
}

const unknownVariable = "holds a variable that is filled only when the call that sends the flow gives it";
const fallbackMissing = "has a gap if the customer's field is empty: write {{field ?? other words}}";

function excess(template: string, kind: LimitedText, { channel }: LintContext): string | undefined {
  const limit = channel && channelFacts[channel].textLimits[kind];
  if (!limit || lengthIn(limit.unit, longestText(template)) <= limit.max) return undefined;
  return `is longer than the ${limit.max} ${limit.unit} the channel shows in one piece`;
}
