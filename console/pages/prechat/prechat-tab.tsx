import "../look/look.css";
import { shownForm } from "@banter/core/api/prechat-form.ts";
import { Input, Paper, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { fieldsQuery } from "../../queries.ts";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { addWords, type Language, languages } from "../../words.ts";
import { Preview } from "../look/preview.tsx";
import { SaveBar } from "../look/save-bar.tsx";
import * as lookWords from "../look/words.ts";
import { useStorePage } from "../use-store-page.ts";
import { ConsentSection } from "./consent-section.tsx";
import { FieldsSection } from "./fields-section.tsx";
import { blankForm, type FormDraft, faultyParts, isSameForm, tidy } from "./form-draft.ts";
import * as words from "./words.ts";
import { LanguageContext, WordsInput } from "./words-input.tsx";

addWords("look", lookWords);
addWords("prechat", words);

/** The form that visitors of the web chat fill in before they write, beside a preview that changes as it is edited. */
export function PrechatTab() {
  const { t, i18n } = useTranslation("prechat");
  const page = usePage();
  const disabled = !useMay("build");
  const { data: fields = [] } = useQuery(fieldsQuery(page.id));
  const [draft, setDraft] = useState<FormDraft>(page.prechat_form);
  const [language, setLanguage] = useState<Language>(page.look.language ?? (i18n.language as Language));
  const faults = faultyParts(draft);
  const change = (part: Partial<NonNullable<FormDraft>>) => setDraft((form) => form && { ...form, ...part });
  const shown = faults.size === 0 ? tidy(draft) : draft;
  return (
    <div className="look">
      <SaveForm draft={draft} setDraft={setDraft} isFaulty={faults.size > 0} disabled={disabled}>
        <Paper withBorder p="lg">
          <Section title={t("title")} help={t("help")}>
            <Switch
              label={t("on")}
              disabled={disabled}
              checked={draft !== null}
              onChange={(event) => setDraft(event.currentTarget.checked ? (page.prechat_form ?? blankForm) : null)}
            />
            {draft && (
              <>
                <Input.Wrapper label={t("language")} description={t("languageHelp")} labelElement="div">
                  <SegmentedControl
                    mt={6}
                    fullWidth
                    aria-label={t("language")}
                    data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
                    value={language}
                    onChange={(chosen) => setLanguage(chosen as Language)}
                  />
                </Input.Wrapper>
                <LanguageContext.Provider value={language}>
                  <WordsInput
                    label={t("heading")}
                    own={t("own.heading", { lng: language })}
                    max={80}
                    {...{ disabled, value: draft.title, onChange: (title) => change({ title }) }}
                  />
                  <WordsInput
                    label={t("text")}
                    max={400}
                    isLong
                    {...{ disabled, value: draft.text, onChange: (text) => change({ text }) }}
                  />
                  <WordsInput
                    label={t("button")}
                    own={t("own.button", { lng: language })}
                    max={30}
                    {...{ disabled, value: draft.button, onChange: (button) => change({ button }) }}
                  />
                </LanguageContext.Provider>
                <Switch
                  label={t("maySkip")}
                  description={t("maySkipHelp")}
                  disabled={disabled}
                  checked={draft.may_skip}
                  onChange={(event) => change({ may_skip: event.currentTarget.checked })}
                />
              </>
            )}
          </Section>
        </Paper>
        {draft && (
          <LanguageContext.Provider value={language}>
            <FieldsSection form={draft} {...{ faults, disabled, change }} custom={fields} />
            <ConsentSection form={draft} {...{ faults, disabled, change }} />
          </LanguageContext.Provider>
        )}
      </SaveForm>
      <Preview look={{ ...page.look, language }} form={shownForm(shown, fields)} isValid={faults.size === 0} />
    </div>
  );
}

type SaveProps = {
  draft: FormDraft;
  setDraft: (draft: FormDraft) => void;
  isFaulty: boolean;
  disabled: boolean;
  children: ReactNode;
};

function SaveForm({ draft, setDraft, isFaulty, disabled, children }: SaveProps) {
  const { t } = useTranslation("prechat");
  const page = usePage();
  const store = useStorePage();
  const isDirty = !isSameForm(draft, page.prechat_form);
  const save = useMutation({
    mutationFn: () =>
      api("PATCH /pages/:page_id", { params: { page_id: page.id }, body: { prechat_form: tidy(draft) } }),
    onSuccess: (saved) => {
      store(saved);
      setDraft(saved.prechat_form);
      showToast({ message: t("ui:saved") });
    },
    meta: { showsFailure: true },
  });
  useLeaveGuard(isDirty);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isFaulty) save.mutate();
      }}
    >
      <Stack gap="lg">
        {disabled && <Text size="sm">{t("look:readOnly")}</Text>}
        {children}
      </Stack>
      {!disabled && <SaveBar {...{ isDirty, isFaulty, save }} onDiscard={() => setDraft(page.prechat_form)} />}
    </form>
  );
}
