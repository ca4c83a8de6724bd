-- A message changes its state several times: with no state in any index these changes stay within the row's own page.

drop index messages_unfinished;
drop index messages_failed;
drop index messages_by_platform_id;
alter table messages set (fillfactor = 70);

-- Messages that failed, or that wait to be tried again.
create table message_troubles (
  page_id text not null,
  id      bigint not null,
  primary key (page_id, id)
);
insert into message_troubles (page_id, id)
select page_id, id from messages where status in ('queued', 'sending', 'failed');

-- Every message up to there is finished or among the troubled.
create table delivery_marks (
  page_id         text primary key references pages on delete cascade,
  settled_through bigint not null
) with (fillfactor = 50);
insert into delivery_marks (page_id, settled_through) select page_id, max(id) from messages group by page_id;

-- Given back before everything was delivered.
alter table page_leases add column is_unfinished boolean not null default false;
update page_leases set is_unfinished = true;

-- A turn is looked for by the send that led to it, and by nothing else of its mail.
drop index turns_by_mail;
alter table turns rename column mail_id to send_id;
alter table turns alter column send_id drop not null;
update turns set send_id = null where event ->> 'type' not in ('send_flow', 'send_content');
create index turns_by_send on turns (page_id, send_id) where send_id is not null;

-- Rows come in the order of their age.
drop index turns_by_age;
create index turns_by_age on turns using brin (at);
drop index accepted_keys_by_age;
create index accepted_keys_by_age on accepted_keys using brin (accepted_at);

-- How each step's messages fared; a flow's statistics are the sum of its steps'. What belongs to no step has ''.
create table step_statistics (
  page_id    text not null,
  flow_id    bigint not null,
  step       text not null,
  sent       bigint not null default 0,
  delivery   bigint not null default 0,
  seen       bigint not null default 0,
  is_clicked bigint not null default 0,
  primary key (page_id, flow_id, step)
) with (fillfactor = 50);
insert into step_statistics (page_id, flow_id, step, sent, delivery, seen, is_clicked)
select page_id, flow_id, coalesce(step, ''), count(sent_at), count(delivered_at), count(seen_at),
       coalesce(sum(cardinality(clicked)), 0)
  from messages
 where flow_id is not null
 group by page_id, flow_id, coalesce(step, '');
drop table flow_statistics;

-- How often each way out of a step was taken; '' counts how often the step was entered.
create table step_exits (
  page_id text not null,
  flow_id bigint not null,
  step    text not null,
  exit    text not null,
  taken   bigint not null,
  primary key (page_id, flow_id, step, exit)
) with (fillfactor = 50);
