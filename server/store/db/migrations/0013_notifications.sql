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
