-- Links that set a new password.
create table password_resets (
  -- the SHA-256 of what its link carries
  token_hash bytea primary key,
  user_id    text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_end on password_resets (expires_at);
