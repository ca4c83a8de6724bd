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
