import type { ComponentChildren } from "preact";
import type { ChatWords } from "../../words.ts";
import { useScreen } from "../view/screen.ts";
import { type FormField, inLanguage } from "./form.ts";

type FieldProps = { field: FormField; value: string; isFaulty: boolean; onChange: (value: string) => void };

/** One question of the form, with its label and what is wrong with the answer. */
export function PrechatField({ field, value, isFaulty, onChange }: FieldProps) {
  const { words, language } = useScreen();
  const { type, isRequired, choices } = field;
  const id = `prechat-${field.field}`;
  const input = {
    id,
    value,
    required: isRequired,
    "aria-invalid": isFaulty,
    "aria-describedby": isFaulty ? `${id}-fault` : undefined,
  };
  const options =
    type === "choice"
      ? choices.map((choice) => [choice, choice])
      : [
          ["true", words.yes],
          ["false", words.no],
        ];
  return (
    <div class="prechat-field">
      <label for={id} dir="auto">
        {inLanguage(field.label, language) ?? ownLabel(field, words)}
        {!isRequired && <span class="optional"> ({words.optional})</span>}
      </label>
      {type === "choice" || type === "boolean" ? (
        <select {...input} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{words.choose}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input {...input} {...inputs[type]} dir="auto" onInput={(event) => onChange(event.currentTarget.value)} />
      )}
      {isFaulty && <FieldFault id={`${id}-fault`}>{faultWords(type, value, words)}</FieldFault>}
    </div>
  );
}

export function FieldFault({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <p class="prechat-fault" id={id}>
      {children}
    </p>
  );
}

const inputs = {
  name: { type: "text", autocomplete: "name", maxLength: 200 },
  email: { type: "email", autocomplete: "email", maxLength: 254 },
  phone: { type: "tel", autocomplete: "tel", maxLength: 50 },
  text: { type: "text", maxLength: 1000 },
  number: { type: "text", inputMode: "decimal", maxLength: 100 },
  date: { type: "date" },
} as const;

function ownLabel({ type, field }: FormField, words: ChatWords): string {
  return type === "name" || type === "email" || type === "phone" ? words[type] : field;
}

function faultWords(type: FormField["type"], value: string, words: ChatWords): string {
  if (value.trim() === "") return words.fillIn;
  switch (type) {
    case "email":
      return words.badEmail;
    case "phone":
      return words.badPhone;
    case "number":
      return words.badNumber;
    case "date":
      return words.badDate;
    default:
      return words.checkAnswer;
  }
}
