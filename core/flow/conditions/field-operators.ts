/** The operators that a condition compares a field by. */
export const fieldOperators = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "begins",
  "ends",
  "greater",
  "less",
  "is_set",
  "is_not_set",
] as const;
export type FieldOperator = (typeof fieldOperators)[number];

/** The other operators only ask for a field, without a value to compare with. */
export const hasValue = (operator: FieldOperator) => operator !== "is_set" && operator !== "is_not_set";
