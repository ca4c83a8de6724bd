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

-- Visitors of the web chat may send files.
alter table pages add column takes_files boolean not null default true;
