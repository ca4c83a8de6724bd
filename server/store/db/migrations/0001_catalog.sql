-- What owners build. `page_id` leads every key of page data, so that no query can reach another page's rows
-- and pages can be spread over servers.

create sequence ids as bigint start 1001;
-- 1000001 is the demo page's.
create sequence web_page_numbers as bigint start 1000002;

create table workspaces (
  id         bigint primary key default nextval('ids'),
  name       text not null,
  created_at timestamptz not null default now()
);

create table pages (
  id                    text primary key,
  workspace_id          bigint not null references workspaces,
  channel               text not null,
  name                  text not null,
  timezone              text not null default 'UTC',
  greeting              text,
  hours                 json,
  origins               text[] not null default '{}',
  welcome_flow_id       bigint,
  default_reply_flow_id bigint,
  default_reply_seconds integer not null default 0 check (default_reply_seconds >= 0),
  created_at            timestamptz not null default now()
);
create index pages_by_workspace on pages (workspace_id, id);

-- One token a page, kept as its SHA-256.
create table page_tokens (
  page_id      text primary key references pages on delete cascade,
  hash         bytea not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);

create table folders (
  page_id   text not null references pages on delete cascade,
  id        bigint not null default nextval('ids'),
  parent_id bigint check (parent_id <> id),
  name      text not null,
  position  integer not null,
  primary key (page_id, id),
  foreign key (page_id, parent_id) references folders,
  unique nulls not distinct (page_id, parent_id, name)
);

create table flows (
  page_id           text not null references pages on delete cascade,
  id                bigint not null default nextval('ids'),
  folder_id         bigint,
  name              text not null,
  position          integer not null,
  -- json, not jsonb: what an owner wrote comes back with its keys in their order.
  draft             json not null,
  draft_revision    bigint not null default 1,
  published_version integer,
  trashed_at        timestamptz,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (page_id, id),
  foreign key (page_id, folder_id) references folders on delete set null (folder_id)
);
create unique index flows_by_name on flows (page_id, folder_id, name) nulls not distinct where trashed_at is null;

create table flow_versions (
  page_id      text not null,
  flow_id      bigint not null,
  version      integer not null,
  document     json not null,
  published_at timestamptz not null default now(),
  primary key (page_id, flow_id, version),
  foreign key (page_id, flow_id) references flows on delete cascade
);
alter table flows add foreign key (page_id, id, published_version) references flow_versions (page_id, flow_id, version)
  deferrable initially deferred;

alter table pages add foreign key (id, welcome_flow_id) references flows (page_id, id)
  on delete set null (welcome_flow_id);
alter table pages add foreign key (id, default_reply_flow_id) references flows (page_id, id)
  on delete set null (default_reply_flow_id);

create table keywords (
  page_id      text not null references pages on delete cascade,
  id           bigint not null default nextval('ids'),
  position     integer not null,
  name         text not null,
  match        text not null check (match in ('is', 'contains_word', 'contains', 'begins', 'ends', 'regex')),
  phrases      text[] not null default '{}',
  require      text not null default 'any' check (require in ('any', 'all')),
  excludes     text[] not null default '{}',
  typos        boolean not null default false,
  hours        json,
  flow_id      bigint,
  is_activated boolean not null default false,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id)
);

create table ice_breakers (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  title    text not null,
  flow_id  bigint,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id)
);

create table menu_items (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  title    text not null,
  type     text not null,
  flow_id  bigint,
  url      text,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id),
  check (type = 'flow' and url is null or type = 'link' and flow_id is null and url is not null)
);

create table tools (
  page_id      text not null references pages on delete cascade,
  id           bigint not null default nextval('ids'),
  position     integer not null,
  type         text not null check (type in ('chat_ref_url', 'social_ads_json', 'qr_code', 'chat_widget')),
  name         text not null,
  ref          text,
  flow_id      bigint,
  is_published boolean not null default false,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id),
  unique (page_id, ref) deferrable initially deferred
);

create table tags (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  name     text not null,
  primary key (page_id, id),
  unique (page_id, name)
);

create table custom_fields (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  name     text not null,
  type     text not null check (type in ('text', 'number', 'boolean', 'date')),
  primary key (page_id, id),
  unique (page_id, name)
);

-- Answers to calls with an idempotency key, kept a day.
create table idempotency_keys (
  page_id    text not null references pages on delete cascade,
  key        text not null,
  body_hash  bytea not null,
  reply      json,
  created_at timestamptz not null default now(),
  primary key (page_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- How much of its limit each page has left. Lost in a crash, which only fills the buckets.
create unlogged table rate_buckets (
  page_id     text primary key,
  tokens      double precision not null,
  -- what the last request for tokens was given
  taken       double precision not null,
  refilled_at timestamptz not null
);

-- The servers that run, so that the command line can tell where to reach one.
create table nodes (
  id         uuid primary key,
  base_url   text not null,
  started_at timestamptz not null default now()
);
