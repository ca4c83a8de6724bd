-- The list of customers: what it is ordered and searched by, apart from the rows that every turn writes.
create table customer_index (
  page_id text not null,
  psid text not null,
  created_at timestamptz not null,
  -- The name without accents, for the order.
  name text collate "C" not null,
  -- Null until the customer has written: 'direct', 'ad 123' or 'ref poster'.
  source text,
  -- Words, tags, fields and source, each with the page in front.
  terms tsvector not null,
  primary key (page_id, psid)
);
create index customer_index_by_age on customer_index (page_id, created_at, psid);
create index customer_index_by_name on customer_index (page_id, name, psid);
create index customer_index_by_term on customer_index using gin (terms);

-- Customers whose entry in the list must be made again.
create table customer_changes (
  page_id text not null,
  id bigint not null default nextval('conversation_ids'),
  psid text not null,
  primary key (page_id, id)
);
insert into customer_changes (page_id, psid) select page_id, psid from customers;

-- Both columns change rarely, so that the updates of turns stay HOT.
create index customers_unreachable on customers (page_id, psid) where unreachable is not null;
create index customers_blocked on customers (page_id, psid) where is_blocked;
create index notifications_by_customer on notifications (page_id, psid);
create index flow_phone_numbers_by_customer on flow_phone_numbers (page_id, psid);

-- Changes of many customers at once: by a choice in the list, by a file, or back again.
create table customer_jobs (
  page_id text not null references pages on delete cascade,
  id bigint not null default nextval('ids'),
  kind text not null check (kind in ('bulk', 'import', 'undo')),
  state text not null check (state in ('draft', 'checking', 'checked', 'running', 'done', 'failed', 'stopped')),
  user_id text not null,
  spec json not null,
  -- The last customer or line that is done.
  position text,
  total integer,
  done integer not null default 0,
  changed integer not null default 0,
  created integer not null default 0,
  failed integer not null default 0,
  -- The node that works on it.
  node_id uuid,
  error text,
  undone_by bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (page_id, id)
);
create index customer_jobs_open on customer_jobs (page_id, id) where state in ('checking', 'running');
create index customer_jobs_by_age on customer_jobs (created_at);

-- The lines of an imported file; once it is imported, those with an error.
create table customer_job_rows (
  page_id text not null,
  job_id bigint not null,
  line integer not null,
  cells text[] not null,
  error text,
  primary key (page_id, job_id, line)
);

-- The changes that a job has made. `edit` is sent as mail; `undo` takes it back.
create table customer_job_changes (
  page_id text not null,
  job_id bigint not null,
  id bigint not null default nextval('ids'),
  psid text not null,
  edit json not null,
  undo json,
  is_sent boolean not null default false,
  primary key (page_id, job_id, id)
);
create index customer_job_changes_by_customer on customer_job_changes (page_id, psid);
create index customer_job_changes_unsent on customer_job_changes (page_id, job_id, id) where not is_sent;
