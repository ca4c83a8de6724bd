-- What platforms tell of a customer.
alter table customers add column picture_url text;

-- Counts how often the page was connected: what fails on an earlier connection says nothing of this one.
alter table pages add column connection bigint not null default 1;

-- How far a platform knows the page's greeting, ice breakers and menu.
create table profile_syncs (
  page_id          text primary key references pages on delete cascade,
  state            text not null check (state in ('waiting', 'done', 'failed')),
  reason           text,
  at               timestamptz not null,
  -- Of the profile that the platform took last.
  hash             text,
  -- Everything the owner has changed up to there is on the platform, or cannot be.
  settled_revision bigint not null default 0
);

-- Settings that are being tried: a platform may ask for the word agreed before it takes them.
create table tried_settings (
  page_id    text primary key,
  channel    text not null,
  settings   json not null,
  expires_at timestamptz not null
);
