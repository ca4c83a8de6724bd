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

-- Counters over time, in the page's local hours and days. Written behind the turns, never by them.

create table statistics_hours (
  page_id text not null references pages (id) on delete cascade,
  what text not null,
  hour timestamp not null,
  count bigint not null,
  primary key (page_id, what, hour)
) with (fillfactor = 70);

create table statistics_days (
  page_id text not null references pages (id) on delete cascade,
  what text not null,
  day date not null,
  key text not null,
  count bigint not null,
  primary key (page_id, what, day, key)
) with (fillfactor = 70);

-- The exit '' counts entered steps, '#3' clicks on the step's fourth button; all others are exits.
create table step_days (
  page_id text not null references pages (id) on delete cascade,
  flow_id bigint not null,
  day date not null,
  step text not null,
  exit text not null,
  count bigint not null,
  primary key (page_id, flow_id, day, step, exit)
) with (fillfactor = 70);

-- Turns whose message no keyword and no question took. The text stays in the turn alone.
create table unmatched_turns (
  page_id text not null,
  id bigint not null,
  day date not null,
  primary key (page_id, day, id)
);

-- Replies of people that ended a customer's wait. Without a user: written in the platform's own inbox.
create table person_answers (
  page_id text not null,
  id bigint not null,
  day date not null,
  user_id text,
  seconds integer not null,
  primary key (page_id, day, id)
);

create table webhook_times (
  page_id text primary key references pages (id) on delete cascade,
  at timestamptz not null
);

-- Hosts that flows of a page cannot reach, as its owner has last told.
create table host_troubles (
  page_id text not null references pages (id) on delete cascade,
  host text not null,
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  failure text not null,
  primary key (page_id, host)
);

-- How long a page keeps its data; null: for ever. A page without a row has the defaults of core/model/limits/retention.ts.
create table retention_settings (
  page_id       text primary key references pages (id) on delete cascade,
  messages_days integer check (messages_days > 0),
  turns_days    integer check (turns_days > 0),
  traces_days   integer check (traces_days > 0),
  visits_days   integer check (visits_days > 0),
  audit_days    integer check (audit_days > 0)
);

-- How far old data of a page is removed. Ids ascend with time, so that a position is all that a pass needs to go on.
create table retention_positions (
  page_id          text primary key references pages (id) on delete cascade,
  checked_at       timestamptz not null default now(),
  -- Rows that were needed when a pass met them are looked at again after a restart.
  restarted_at     timestamptz not null default now(),
  messages_through bigint not null default 0,
  turns_through    bigint not null default 0,
  traces_through   bigint not null default 0
) with (fillfactor = 50);

-- Pages whose rows are still being removed: the table that is emptied now, and the last key that is gone.
create table page_removals (
  page_id    text primary key,
  started_at timestamptz not null default now(),
  step       integer not null default 0,
  after      text[]
);

-- Keys of accepted mail are removed in slices of time, found by a BRIN index: up to here they are gone.
create table accepted_keys_cleaned (
  is_only boolean primary key default true check (is_only),
  through timestamptz not null
);
