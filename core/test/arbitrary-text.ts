import fc, { type Arbitrary } from "fast-check";
import { FieldName, Name, TreeName } from "../model/names.ts";
import { isBlank, isStorable } from "../model/text.ts";

/** Text with a visible character: any code points, including line ends and spaces. */
export function visibleText(maxLength = 80): Arbitrary<string> {
  return anyText(maxLength).filter((text) => !isBlank(text) && isStorable(text));
}

export function plainName(): Arbitrary<string> {
  return anyText(30).filter((name) => Name.safeParse(name).success);
}

export function treeName(): Arbitrary<string> {
  return anyText(30).filter((name) => TreeName.safeParse(name).success);
}

export function fieldName(): Arbitrary<string> {
  const letters = fc
    .array(fc.constantFrom(..."aZ_9đÖ尺é"), { minLength: 1, maxLength: 8 })
    .map((some) => some.join(""));
  return fc
    .oneof(fc.constantFrom("size", "toString", "constructor"), letters)
    .filter((name) => FieldName.safeParse(name).success);
}

function anyText(maxLength: number): Arbitrary<string> {
  const size = { minLength: 1, maxLength: Math.min(maxLength, 12) };
  return fc
    .oneof(
      fc.constantFrom(
        "Welcome",
        "Sales",
        "Đơn hàng",
        "注文 1",
        "🛍️",
        "null",
        '"a\\b"',
        "{{x}}",
        "' --",
        "__proto__",
        "0",
      ),
      fc.string({ unit: "grapheme", ...size }),
      fc.string({ unit: "binary", ...size }),
    )
    .filter((text) => [...text].length <= maxLength);
}
