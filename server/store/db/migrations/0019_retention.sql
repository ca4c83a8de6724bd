-- How long a page keeps its data; null: for ever. A page without a row has the defaults of core/model/limits/retention.ts.
create table retention_settings (
  page_id       text primary key references pages (id) on delete cascade,
  messages_days integer check (messages_days > 0),
  turns_days    integer check (turns_days > 0),
  traces_days   integer check (traces_days > 0),
  visits_days   integer check (visits_days > 0),
  audit_days    integer check (audit_days > 0)
);

-- How far old data of a page is removed. Ids ascend with time, so that a position is all that a pass needs to go on.
create table retention_positions (
  page_id          text primary key references pages (id) on delete cascade,
  checked_at       timestamptz not null default now(),
  -- Rows that were needed when a pass met them are looked at again after a restart.
  restarted_at     timestamptz not null default now(),
  messages_through bigint not null default 0,
  turns_through    bigint not null default 0,
  traces_through   bigint not null default 0
) with (fillfactor = 50);

-- Pages whose rows are still being removed: the table that is emptied now, and the last key that is gone.
create table page_removals (
  page_id    text primary key,
  started_at timestamptz not null default now(),
  step       integer not null default 0,
  after      text[]
);

-- Keys of accepted mail are removed in slices of time, found by a BRIN index: up to here they are gone.
create table accepted_keys_cleaned (
  is_only boolean primary key default true check (is_only),
  through timestamptz not null
);

-- Rows that grow with traffic are removed in bounded pieces, not by a cascade in one statement.
alter table customers drop constraint customers_page_id_fkey;
alter table unmatched_turns drop constraint unmatched_turns_page_id_fkey;
alter table person_answers drop constraint person_answers_page_id_fkey;
alter table parked_mail drop constraint parked_mail_page_id_fkey;
