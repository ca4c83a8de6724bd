-- When the token in a page's channel settings is renewed next. Every page of a channel whose tokens end has a row.
create table token_renewals (
  page_id  text primary key references pages on delete cascade,
  -- Null: nothing in the settings ends, or the platform has refused the token.
  due_at   timestamptz,
  -- Tries in a row that have failed, and why the last one did.
  failures integer not null default 0,
  reason   text
);
