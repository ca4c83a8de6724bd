-- People who log in. Users and accounts have the layout of better-auth, which keeps passwords as scrypt hashes.

create table users (
  id             text primary key,
  name           text not null,
  email          text not null unique,
  email_verified boolean not null default false,
  image          text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);

create table accounts (
  id          text primary key,
  user_id     text not null references users on delete cascade,
  account_id  text not null,
  provider_id text not null,
  password    text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  unique (user_id, provider_id)
);

create table members (
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      text not null references users on delete cascade,
  role         text not null check (role in ('owner', 'editor', 'agent', 'viewer')),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index members_by_user on members (user_id);
