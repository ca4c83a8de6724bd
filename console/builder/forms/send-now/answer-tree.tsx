import "./answer-tree.css";
import { answerPath } from "@banter/core/flow/steps/answer-path.ts";
import { isObject } from "@banter/core/model/json.ts";
import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = { value: unknown; keys: string[]; onPick: (keys: string[]) => void };

/** Answers can be large: the first items show how they are built. */
const maxItems = 30;

/** A JSON answer. Each value can be pressed, to keep it in a field. */
export function AnswerTree({ value, keys, onPick }: Props) {
  const { t } = useTranslation("builder");
  const entries = entriesOf(value);
  if (!entries) {
    return (
      <UnstyledButton
        className="answer-value"
        aria-label={t("sendNow.keep", { path: answerPath(keys) })}
        onClick={() => onPick(keys)}
      >
        {shown(value)}
      </UnstyledButton>
    );
  }
  return (
    <ul className="answer-tree">
      {entries.slice(0, maxItems).map(([key, item]) => (
        <li key={key}>
          <span className="answer-key">{key}</span>
          <AnswerTree value={item} keys={[...keys, key]} onPick={onPick} />
        </li>
      ))}
      {entries.length > maxItems && <li>…</li>}
    </ul>
  );
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  return isObject(value) ? Object.entries(value) : undefined;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
