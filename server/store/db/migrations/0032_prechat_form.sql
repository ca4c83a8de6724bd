-- The form that visitors of the web chat fill in before they write; null: none.
alter table pages add column prechat_form jsonb;

-- When the visitor has filled in or skipped that form.
alter table customers add column form_at timestamptz;
