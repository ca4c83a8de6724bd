-- How people and the bot share a page's conversations: see core/model/inbox-settings.ts.
alter table pages
  add column pause_minutes     integer default 60 check (pause_minutes > 0),
  add column hand_over_minutes integer check (hand_over_minutes > 0),
  add column hand_over_text    text;

-- Nothing that a blocked customer does is answered, and nothing is sent to them.
alter table customers add column is_blocked boolean not null default false;

-- Customers who wait for a person. `until`: when the hand-over ends by itself.
create table hand_overs (
  page_id text not null,
  psid    text not null,
  since   timestamptz not null,
  until   timestamptz,
  flow_id bigint,
  turn_id bigint not null,
  primary key (page_id, psid)
);

-- The waiting customers of a page, the one who has waited longest first.
create index hand_overs_by_time on hand_overs (page_id, since);

-- Attempts to deliver a message. One that was sent at the first attempt has no row.
create table message_attempts (
  page_id     text not null,
  message_id  bigint not null,
  attempt     integer not null,
  at          timestamptz not null,
  answered_at timestamptz,
  outcome     text not null check (outcome in ('sent', 'retry', 'throttled', 'failed', 'unknown')),
  answer      text,
  primary key (page_id, message_id, attempt)
);
