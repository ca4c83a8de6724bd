-- Files of pages. A row is there before its file and goes after it, so that no file is ever without a row: an upload
-- that never ends stays `uploading`, a deleted file stays `deleted` until its bytes are removed. For the same reason
-- there is no foreign key to `pages`: the rows of a removed page become `deleted`.
create table media (
  page_id      text not null,
  id           bigint not null default nextval('ids'),
  state        text not null default 'uploading' check (state in ('uploading', 'stored', 'deleted')),
  name         text not null,
  -- The name in small letters without accents, for the search.
  folded_name  text not null,
  kind         text not null check (kind in ('image', 'video', 'audio', 'file')),
  content_type text not null,
  bytes        bigint not null,
  sha256       bytea not null,
  width        integer,
  height       integer,
  source       text not null check (source in ('member', 'customer')),
  -- The customer who sent the file.
  psid         text,
  -- The member who uploaded it; they may have left since.
  created_by   text,
  created_at   timestamptz not null default now(),
  primary key (page_id, id),
  check ((source = 'customer') = (psid is not null) or state = 'deleted')
);
create index media_by_source on media (page_id, source, id) where state = 'stored';
create index media_by_content on media (page_id, sha256) where state = 'stored';
create index media_by_customer on media (page_id, psid) where psid is not null;
create index media_to_clean on media (created_at) where state <> 'stored';
-- The sum of a page's files, read from the index alone.
create index media_sizes on media (page_id) include (bytes) where state <> 'deleted';

-- Stored files that a page's platform keeps, so that it need not fetch them for each customer. file_hash is the
-- SHA-256 of the message's type and the file's path, platform_id the platform's own id of the file.
create table platform_files (
  page_id     text not null references pages (id) on delete cascade,
  file_hash   bytea not null,
  platform_id text not null,
  expires_at  timestamptz not null,
  primary key (page_id, file_hash)
);

create index platform_files_expiry on platform_files (expires_at);

-- The message templates of a page's account at its platform, as the platform last told them.
create table message_templates (
  page_id     text not null references pages (id) on delete cascade,
  name        text not null,
  language    text not null,
  platform_id text not null,
  category    text not null,
  status      text not null,
  quality     text,
  reason      text,
  parts       json not null,
  primary key (page_id, name, language)
);

-- The forms of that account.
create table message_forms (
  page_id     text not null references pages (id) on delete cascade,
  platform_id text not null,
  name        text not null,
  status      text not null,
  primary key (page_id, platform_id)
);

-- When these lists were read, and what the platform has said about the account and the page's number since.
create table platform_accounts (
  page_id           text primary key references pages (id) on delete cascade,
  templates_read_at timestamptz,
  forms_read_at     timestamptz,
  quality           text,
  messaging_limit   text,
  restriction       text
);
