-- The form that visitors of the web chat fill in before they write; null: none.
alter table pages add column prechat_form jsonb;

-- When the visitor has filled in or skipped that form.
alter table customers add column form_at timestamptz;

-- Members had read up to this id before one of them marked the conversation as unread again: the visitor has been told.
alter table conversations add column seen_through bigint;
