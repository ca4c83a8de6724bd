-- Secrets at rest. Columns with secrets keep their types: a sealed value in a json column is a JSON string, a readable
-- one an object, so that nodes of both releases can run side by side until the last one of the earlier release ends.

-- The ids of the keys that the node can open values with, the one it seals with first; null for a node of an earlier
-- release, which can open none.
alter table nodes add column key_ids text[];

-- Secrets of a page that its flows use by name. `value` is always sealed.
create table page_secrets (
  page_id    text not null references pages on delete cascade,
  name       text not null,
  value      text not null,
  updated_at timestamptz not null default now(),
  primary key (page_id, name)
);
