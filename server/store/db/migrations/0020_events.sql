-- Addresses of other programs that get a page's events. `target` holds the address and the secrets, sealed.
create table event_endpoints (
  page_id         text not null references pages (id) on delete cascade,
  id              bigint not null default nextval('ids'),
  name            text not null,
  target          json not null,
  types           text[] not null,
  is_on           boolean not null default true,
  -- Why Banter has stopped it, until somebody starts it again: `failing` or `gone`.
  stopped_because text,
  -- The first failure since the last success, and the reason of the last one.
  failing_since   timestamptz,
  failure         text,
  created_at      timestamptz not null default now(),
  primary key (page_id, id)
);

-- An event on its way to an endpoint. `event` is the same in every attempt, and made from the ids of what it is about,
-- so that no event is stored twice. `about` is the turn or the message; its words are read when the event is sent.
create table event_deliveries (
  page_id     text not null,
  endpoint_id bigint not null,
  event       text not null,
  type        text not null,
  psid        text not null,
  about       bigint,
  data        json not null,
  at          timestamptz not null,
  -- Null once it has arrived or was given up.
  due_at      timestamptz,
  attempts    smallint not null default 0,
  is_done     boolean not null default false,
  -- How the last attempt ended, and when.
  answer      text,
  tried_at    timestamptz,
  primary key (page_id, endpoint_id, event)
) with (fillfactor = 70);
create index event_deliveries_due on event_deliveries (due_at) where due_at is not null;
create index event_deliveries_at on event_deliveries (page_id, at);
create index event_deliveries_psid on event_deliveries (page_id, psid);

-- Addresses of a page that other programs call. Only the hash of the secret in the address is stored.
create table incoming_hooks (
  page_id     text not null references pages (id) on delete cascade,
  id          bigint not null default nextval('ids'),
  name        text not null,
  secret_hash bytea not null,
  mapping     json not null,
  is_on       boolean not null default true,
  created_at  timestamptz not null default now(),
  primary key (page_id, id)
);

-- The last calls of each hook, for people who set it up.
create table incoming_calls (
  page_id text not null,
  hook_id bigint not null,
  id      bigint not null default nextval('ids'),
  psid    text,
  at      timestamptz not null default now(),
  outcome text not null,
  body    text not null,
  primary key (page_id, hook_id, id)
);
create index incoming_calls_psid on incoming_calls (page_id, psid);
