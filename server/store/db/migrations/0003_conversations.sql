-- Customers, their mailboxes, what was said, and who runs which page.

-- One sequence for everything in a conversation: within a page ids ascend in the order things happened.
create sequence conversation_ids as bigint start 1001;

-- Changes of a page's set-up, so that whoever runs the page knows when to read it again.
alter table pages add column revision bigint not null default 1;
-- what the channel needs to reach its platform
alter table pages add column channel_settings json not null default '{}';

create table customers (
  page_id         text not null references pages on delete cascade,
  psid            text not null,
  first_name      text,
  last_name       text,
  gender          text not null default 'UNKNOWN' check (gender in ('MALE', 'FEMALE', 'UNKNOWN')),
  email           text,
  phone           text,
  address         text,
  locale          text,
  timezone        text,
  ad_id           text,
  tags            bigint[] not null default '{}',
  fields          json not null default '{}',
  state           json,
  -- when the customer last wrote or pressed something: messaging windows are counted from it
  last_input_at   timestamptz,
  -- why the platform says that no message reaches this customer any more
  unreachable     text,
  -- of a web chat visitor
  token_hash      bytea,
  delivered_through bigint not null default 0,
  seen_through      bigint not null default 0,
  created_at      timestamptz not null default now(),
  primary key (page_id, psid)
) with (fillfactor = 85);

-- What is to be handled, now or later. Handled rows are deleted in the commit of their turn.
create table mailbox (
  page_id text not null,
  id      bigint not null default nextval('conversation_ids'),
  psid    text not null,
  due_at  timestamptz not null,
  event   json not null,
  primary key (page_id, id)
);
create index mailbox_by_due on mailbox (page_id, due_at, id);

-- Marks of events already accepted, kept for 30 days: whatever comes again is not an event.
create table accepted_keys (
  page_id     text not null,
  key         text not null,
  body_hash   bytea,
  mail_id     bigint not null,
  accepted_at timestamptz not null,
  primary key (page_id, key)
);
create index accepted_keys_by_age on accepted_keys (accepted_at);

-- Every event that was handled, with the reasons for what followed.
create table turns (
  page_id text not null,
  id      bigint not null,
  psid    text not null,
  mail_id bigint not null,
  at      timestamptz not null,
  event   json not null,
  trace   json,
  primary key (page_id, id)
);
create index turns_by_customer on turns (page_id, psid, id);
create index turns_by_age on turns (at);
create index turns_by_mail on turns (page_id, mail_id);

create table messages (
  page_id         text not null,
  id              bigint not null,
  psid            text not null,
  turn_id         bigint not null,
  flow_id         bigint,
  version         integer,
  step            text,
  send_id         bigint,
  lane            text not null check (lane in ('reply', 'bulk')),
  message_tag     text,
  content         json not null,
  status          text not null check (status in ('queued', 'sending', 'sent', 'delivered', 'seen', 'failed')),
  reason          text,
  attempts        smallint not null default 0,
  -- when the next attempt may start
  due_at          timestamptz,
  possible_duplicate boolean not null default false,
  platform_id     text,
  -- places of what was pressed or followed in it
  clicked         smallint[] not null default '{}',
  created_at      timestamptz not null,
  sent_at         timestamptz,
  delivered_at    timestamptz,
  seen_at         timestamptz,
  primary key (page_id, id)
) with (fillfactor = 80);
create index messages_by_customer on messages (page_id, psid, id);
create index messages_unfinished on messages (page_id, id) where status in ('queued', 'sending');
create index messages_failed on messages (page_id, id) where status = 'failed';
create index messages_by_send on messages (page_id, send_id) where send_id is not null;
create index messages_by_platform_id on messages (page_id, platform_id) where platform_id is not null;

create table flow_statistics (
  page_id            text not null,
  flow_id            bigint not null,
  sent               bigint not null default 0,
  delivery           bigint not null default 0,
  seen               bigint not null default 0,
  is_clicked         bigint not null default 0,
  total_phone_number bigint not null default 0,
  primary key (page_id, flow_id)
) with (fillfactor = 50);

-- Who left a phone number in which flow: each customer counts once.
create table flow_phone_numbers (
  page_id text not null,
  flow_id bigint not null,
  psid    text not null,
  primary key (page_id, flow_id, psid)
);

-- What flows tell the page's people.
create table notifications (
  page_id    text not null,
  id         bigint not null,
  psid       text not null,
  flow_id    bigint,
  text       text not null,
  created_at timestamptz not null,
  primary key (page_id, id)
);

-- Requests that flows have asked for and that have not been answered.
create table requests (
  page_id    text not null,
  id         bigint not null,
  psid       text not null,
  request    json not null,
  attempts   smallint not null default 0,
  primary key (page_id, id)
);

-- A page is run by one node at a time. The epoch grows with each change of hands and fences the old owner's writes.
create table page_leases (
  page_id text primary key references pages on delete cascade,
  -- null: given back
  node_id uuid,
  epoch   bigint not null
);

-- A node's leases are good until then, by the database's clock.
alter table nodes add column alive_until timestamptz not null default now();
-- where it runs, so that a server that starts again knows the one it was
alter table nodes add column machine text not null default '';
alter table nodes add column pid integer not null default 0;

-- Keys that all nodes share.
create table secrets (
  name  text primary key,
  value bytea not null
);
