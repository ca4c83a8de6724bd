-- How far the turns and messages of a page have been read into its read models. The row is also the lock of the page's
-- conversations: a writer takes `changed` under it, so that a higher number always commits later.
create table digests (
  page_id    text primary key references pages on delete cascade,
  through_id bigint not null default 0,
  changed    bigint not null default 0
) with (fillfactor = 50);

-- The inbox: a line for each customer who has written or was written to.
create table conversations (
  page_id      text not null,
  psid         text not null,
  last_id      bigint not null,
  last_at      timestamptz not null,
  last_from    text not null check (last_from in ('customer', 'bot', 'person')),
  last_kind    text not null,
  last_text    text not null,
  has_written  boolean not null default false,
  unread       integer not null default 0,
  read_through bigint not null default 0,
  assigned_to  text,
  changed      bigint not null,
  -- Members had read up to this id before one of them marked the conversation as unread again: the visitor has been told.
  seen_through bigint,
  primary key (page_id, psid)
) with (fillfactor = 80);
create index conversations_by_activity on conversations (page_id, last_id);
create index conversations_by_change on conversations (page_id, changed);
create index conversations_unread on conversations (page_id, last_id) where unread > 0;
create index conversations_assigned on conversations (page_id, assigned_to, last_id) where assigned_to is not null;

-- Words of messages, folded, for the inbox's search. Filled behind the digest, with a position of its own.
create table word_digests (
  page_id    text primary key references pages on delete cascade,
  through_id bigint not null default 0
) with (fillfactor = 50);
create table message_words (
  page_id text not null,
  id      bigint not null,
  psid    text not null,
  words   tsvector not null,
  primary key (page_id, id)
);
create index message_words_by_customer on message_words (page_id, psid, id);
create index message_words_by_word on message_words using gin (words) with (fastupdate = on);

-- Notes between members about a customer.
create table conversation_notes (
  page_id text not null,
  id      bigint not null default nextval('ids'),
  psid    text not null,
  user_id text not null,
  at      timestamptz not null default now(),
  text    text not null,
  key     text,
  primary key (page_id, id),
  unique (page_id, psid, key)
);

-- Texts that members send often.
create table saved_replies (
  page_id text not null references pages on delete cascade,
  id      bigint not null default nextval('ids'),
  name    text not null,
  text    text not null,
  primary key (page_id, id),
  unique (page_id, name)
);

-- Notifications also come from hand-overs, customers who write to a person, and pages in trouble.
alter table notifications add column kind text not null default 'notify';
alter table notifications alter column psid drop not null;
-- Not yet turned into notices. Rows from before this migration are old news.
alter table notifications add column is_new boolean not null default false;

create index notifications_new on notifications (page_id, id) where is_new;
create index notifications_by_time on notifications (page_id, created_at desc, id desc);

-- A notification on its way to one target.
create table notices (
  page_id text not null,
  id bigint not null default nextval('ids'),
  notification_id bigint,
  way text not null check (way in ('browser', 'email', 'telegram', 'webhook')),
  user_id text,
  endpoint text,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  primary key (page_id, id)
) with (fillfactor = 70);

create index notices_by_due on notices (due_at);

create table notification_choices (
  user_id text primary key references users (id) on delete cascade,
  choices json,
  read_through timestamptz
);

create table push_subscriptions (
  user_id text not null references users (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, endpoint)
);

create table notification_ways (
  page_id text primary key references pages (id) on delete cascade,
  telegram json,
  webhook json,
  language text not null default 'en',
  telegram_failure text,
  webhook_failure text
);
