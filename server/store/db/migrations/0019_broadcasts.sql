-- A message to many customers. `spec` is the owner's, `condition` that of its segment when it was sent. Each variant is a
-- send with an id of its own. It goes over the customers in the order of their psids: all up to `position` have their
-- mail, whose key is accepted once. Customers for whom it is too early come in another pass, at `later_at`.
create table broadcasts (
  page_id     text not null references pages (id) on delete cascade,
  id          bigint not null default nextval('ids'),
  name        text not null,
  state       text not null default 'draft'
              check (state in ('draft', 'scheduled', 'running', 'paused', 'done', 'stopped', 'failed')),
  user_id     text not null,
  spec        json not null,
  condition   json,
  send_ids    bigint[] not null default '{}',
  -- 1: the variants; 2: the winner, to the rest.
  phase       smallint not null default 1,
  winner      smallint,
  position    text,
  due_at      timestamptz,
  later_at    timestamptz,
  total       integer,
  done        integer not null default 0,
  node_id     uuid,
  error       text,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  finished_at timestamptz,
  primary key (page_id, id)
);

create index broadcasts_open on broadcasts (due_at) where state in ('scheduled', 'running');

-- The customer's last word on the page's news, and the times at which they got some without asking, in epoch
-- milliseconds. Both are in `state` too: there for one customer, here for many at once.
alter table customers add column wants_news boolean;
alter table customers add column planned_at bigint[];

update customers
   set wants_news = (state -> 'marketing' ->> 'isWanted')::boolean
 where strpos(state::text, '"marketing"') > 0;

-- Rules for messages that nobody has asked for. Null: the usual ones.
alter table pages add column audience json;
