-- Mail that could not be handled, with its error: its owner retries or drops it.
create table parked_mail (
  page_id   text not null references pages on delete cascade,
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
