-- Questions that an AI step of a flow is tried with before its draft is published. While they run, `targets` says on
-- which documents, and `next_at` is when their runner is taken for dead.
create table evaluations (
  page_id text not null references pages (id) on delete cascade,
  id      bigint not null default nextval('ids'),
  name    text not null,
  flow_id bigint,
  step    text not null,
  blocks  boolean not null,
  targets text[] not null default '{}',
  next_at timestamptz,
  ran_at  timestamptz,
  primary key (page_id, id),
  unique (page_id, name)
);
create index evaluations_due on evaluations (next_at) where next_at is not null;

-- A question is never changed: another one takes its place. `draft` and `live` are its last results. `psid` is the
-- customer whose words it holds, if it was made from a conversation.
create table evaluation_questions (
  page_id       text not null,
  id            bigint not null default nextval('ids'),
  evaluation_id bigint not null,
  position      integer not null,
  psid          text,
  question      json not null,
  draft         json,
  live          json,
  primary key (page_id, id),
  foreign key (page_id, evaluation_id) references evaluations (page_id, id) on delete cascade
);
create index evaluation_questions_in_order on evaluation_questions (page_id, evaluation_id, position, id);
create index evaluation_questions_by_customer on evaluation_questions (page_id, psid) where psid is not null;
