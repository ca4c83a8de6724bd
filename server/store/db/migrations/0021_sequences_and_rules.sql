-- Messages and flows with waits between them. Ids are of the one sequence of ids, so that no flow has the same: messages,
-- turns and numbers name a sequence where they would name a flow.
create table sequences (
  page_id  text not null references pages (id) on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  name     text not null,
  is_on    boolean not null,
  version  integer not null,
  leave    json not null,
  primary key (page_id, id),
  unique (page_id, name)
);

-- A customer inside stays on their version, unless a later one `moves_people`.
create table sequence_versions (
  page_id      text not null,
  sequence_id  bigint not null,
  version      integer not null,
  steps        json not null,
  moves_people boolean not null,
  created_at   timestamptz not null default now(),
  primary key (page_id, sequence_id, version),
  foreign key (page_id, sequence_id) references sequences (page_id, id) on delete cascade
);

-- When something happens to a customer and a condition holds, actions are done. `due_at` is set for rules of dates: then
-- the customers of the next day are looked for.
create table rules (
  page_id  text not null references pages (id) on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  name     text not null,
  is_on    boolean not null,
  rule     json not null,
  due_at   timestamptz,
  due_day  date,
  primary key (page_id, id),
  unique (page_id, name)
);
create index rules_due_at_idx on rules (due_at) where due_at is not null;

-- The turns in which a rule did something, or was stopped. Their traces tell what.
create table rule_turns (
  page_id text not null,
  rule_id bigint not null,
  turn_id bigint not null,
  primary key (page_id, rule_id, turn_id)
);
