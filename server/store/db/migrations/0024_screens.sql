-- Further tokens of a page for the public API, each with a name and what it may do. The page's first token stays in
-- page_tokens, which the previous release reads.
create table api_tokens (
  page_id      text not null references pages (id) on delete cascade,
  id           bigint not null default nextval('ids'),
  name         text not null check (name <> ''),
  scope        text not null check (scope in ('read', 'send', 'all')),
  hash         bytea not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (page_id, id),
  unique (page_id, hash),
  unique (page_id, name)
);

-- How people read a field's name, which only templates write; null: the name itself.
alter table custom_fields add column label text;
