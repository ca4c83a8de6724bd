-- The console: logins, teams, and what it keeps of pages and flows.

-- In the layout of better-auth, as users and accounts.
create table sessions (
  id         text primary key,
  user_id    text not null references users on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table verifications (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_end on verifications (expires_at);

alter table users add column two_factor_enabled boolean not null default false;
create table two_factors (
  id                        text primary key,
  user_id                   text not null unique references users on delete cascade,
  -- the secret and the backup codes are encrypted with the login key
  secret                    text not null,
  backup_codes              text not null,
  verified                  boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz
);

-- How often somebody tried to log in. Lost in a crash, which only lets them try again.
create unlogged table login_attempts (
  key     text primary key,
  count   integer not null,
  ends_at timestamptz not null
);

create table invitations (
  workspace_id bigint not null references workspaces on delete cascade,
  id           bigint not null default nextval('ids'),
  role         text not null check (role in ('owner', 'editor', 'agent', 'viewer')),
  email        text,
  -- the SHA-256 of what its link carries
  token_hash   bytea not null unique,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (workspace_id, id)
);

-- Who changed what. Only added to: it outlives what it tells of.
create table audit_log (
  workspace_id bigint not null references workspaces on delete cascade,
  id           bigint not null default nextval('ids'),
  at           timestamptz not null default now(),
  user_id      text not null,
  -- the page it was done on, if on one
  page         text,
  action       text not null,
  subject      text,
  subject_id   bigint,
  primary key (workspace_id, id)
);

-- a user's id
alter table flow_versions add column published_by text;

-- While paused, what customers write is kept and nothing answers.
alter table pages add column is_paused boolean not null default false;
-- why the platform has cut the page off
alter table pages add column disconnected_reason text;
