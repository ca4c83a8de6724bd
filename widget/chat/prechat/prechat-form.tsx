import { webAddress } from "@banter/core/model/content/text-links.ts";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Avatar } from "../view/avatar.tsx";
import { newTab } from "../view/buttons.tsx";
import { useScreen } from "../view/screen.ts";
import { type Form, inLanguage } from "./form.ts";
import { FieldFault, PrechatField } from "./prechat-field.tsx";

/** The form that the visitor fills in before they write. */
export function PrechatForm({ form }: { form: Form }) {
  const { words, language, focusHome } = useScreen();
  const { values, hasConsent, faults, status, change, agree, send } = useFilledForm(form);
  const box = useRef<HTMLFormElement>(null);
  useFocusOnFault(box, faults);
  useEffect(() => {
    const { activeElement } = document;
    if (document.hasFocus() && (!activeElement || activeElement === document.body)) focusHome();
  }, []);

  function submit(event: Event): void {
    event.preventDefault();
    send();
  }

  return (
    <form class="prechat" ref={box} onSubmit={submit} noValidate aria-labelledby="prechat-title">
      <div class="intro">
        <Avatar />
        <h2 id="prechat-title" dir="auto">
          {inLanguage(form.title, language) ?? words.formTitle}
        </h2>
        {form.text && (
          <p class="greeting" dir="auto">
            {inLanguage(form.text, language)}
          </p>
        )}
      </div>
      {form.fields.map((field) => (
        <PrechatField
          key={field.field}
          field={field}
          value={values[field.field] ?? ""}
          isFaulty={faults.includes(`/answers/${field.field}`)}
          onChange={(value) => change(field.field, value)}
        />
      ))}
      {form.consent && (
        <Consent consent={form.consent} isGiven={hasConsent} isFaulty={faults.includes("/consent")} onChange={agree} />
      )}
      <div role="alert" class="prechat-alert">
        {status === "failed" && words.formFailed}
      </div>
      <div class="prechat-buttons">
        <button type="submit" class="start" disabled={status === "sending"}>
          {status === "sending" ? words.sending : (inLanguage(form.button, language) ?? words.startChat)}
        </button>
        {form.maySkip && (
          <button type="button" class="skip" disabled={status === "sending"} onClick={() => send({ skipped: true })}>
            {words.skipForm}
          </button>
        )}
      </div>
    </form>
  );
}

/** The answers, which outlive a reload of the page, and what became of them. */
function useFilledForm({ fields, consent }: Form) {
  const { chat, focusHome } = useScreen();
  const [values, setValues] = useState(chat.formDraft);
  const [hasConsent, setConsent] = useState(false);
  const [faults, setFaults] = useState<string[]>([]);
  const [status, setStatus] = useState<"open" | "sending" | "failed">("open");

  function change(field: string, value: string): void {
    const changed = { ...values, [field]: value };
    setValues(changed);
    chat.saveFormDraft(changed);
    setFaults(faults.filter((path) => path !== `/answers/${field}`));
  }

  function agree(isGiven: boolean): void {
    setConsent(isGiven);
    setFaults(faults.filter((path) => path !== "/consent"));
  }

  async function send(skipped?: { skipped: true }): Promise<void> {
    const given = fields.map(({ field }) => [field, values[field]?.trim() ?? ""]).filter(([, value]) => value !== "");
    const answers: Record<string, string> = Object.fromEntries(given);
    const missing = [
      ...fields
        .filter(({ field, isRequired }) => isRequired && !answers[field])
        .map(({ field }) => `/answers/${field}`),
      ...(consent?.isRequired && !hasConsent ? ["/consent"] : []),
    ];
    setFaults(skipped ? [] : missing);
    if (!skipped && missing.length > 0) return setStatus("open");
    setStatus("sending");
    const result = await chat.sendForm(skipped ?? { answers, ...(hasConsent && { consent: true }) });
    if (result === "done") return focusHome();
    if (result !== "failed") setFaults(result.faults);
    setStatus(result === "failed" ? "failed" : "open");
  }

  return { values, hasConsent, faults, status, change, agree, send };
}

/** Moves the focus to the first part that is to be corrected. */
function useFocusOnFault(box: RefObject<HTMLFormElement | null>, faults: string[]): void {
  const count = useRef(0);
  useEffect(() => {
    if (faults.length > count.current) box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    count.current = faults.length;
  }, [faults]);
}

type ConsentProps = {
  consent: NonNullable<Form["consent"]>;
  isGiven: boolean;
  isFaulty: boolean;
  onChange: (isGiven: boolean) => void;
};

function Consent({ consent: { text, url, isRequired }, isGiven, isFaulty, onChange }: ConsentProps) {
  const { words, language } = useScreen();
  const href = webAddress(url);
  return (
    <div class="prechat-field">
      <div class="prechat-consent">
        <input
          id="prechat-consent"
          type="checkbox"
          checked={isGiven}
          required={isRequired}
          aria-invalid={isFaulty}
          aria-describedby={isFaulty ? "prechat-consent-fault" : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span dir="auto">
          <label for="prechat-consent">{inLanguage(text, language)}</label>{" "}
          {href && (
            <a href={href} {...newTab}>
              {words.readMore}
              <span class="unseen"> ({words.opensNewTab})</span>
            </a>
          )}
        </span>
      </div>
      {isFaulty && <FieldFault id="prechat-consent-fault">{words.tick}</FieldFault>}
    </div>
  );
}
