/** The answer of a program, or the reason why none came: `status 500`, `timeout`. A reason without words stays as it is. */
export function answerText(answer: string, t: (key: string, options: Record<string, string>) => string): string {
  const status = /^status (\d+)$/.exec(answer)?.[1];
  return status === undefined ? t(`answers.${answer}`, { defaultValue: answer }) : t("answers.status", { status });
}
