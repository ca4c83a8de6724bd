-- Mail that could not be handled, with its error: its owner retries or drops it.
create table parked_mail (
  page_id   text not null,
  id        bigint not null,
  psid      text not null,
  event     json not null,
  error     text not null,
  parked_at timestamptz not null default now(),
  primary key (page_id, id)
);

-- One index finds a customer's mail: earlier mail, events to be put in order, timers of a wait that has ended.
create index mailbox_by_customer on mailbox (page_id, psid, sequence);
drop index mailbox_by_sequence;

-- Messages that wait to be sent, counted by the page's owner about once a second: a page that has too many takes no more.
alter table delivery_marks add column waiting bigint not null default 0;
-- How the page gets on with its platform.
alter table delivery_marks add column health json;

-- Nothing that a blocked customer does is answered, and nothing is sent to them.
alter table customers add column is_blocked boolean not null default false;

-- When the visitor has filled in or skipped the form of the web chat.
alter table customers add column form_at timestamptz;

-- Rows that grow with traffic are removed in bounded pieces, not by a cascade in one statement.
alter table customers drop constraint customers_page_id_fkey;

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

-- The platform's code of the error for which a message was not sent. Its reason is the class of the error.
alter table messages add column error_code text;
