begin;
create table migrations (name text primary key, applied_at timestamptz not null default now());
create sequence ids as bigint start 1001;
create sequence web_page_numbers as bigint start 1000002;
create table workspaces (
  id         bigint primary key default nextval('ids'),
  name       text not null,
  created_at timestamptz not null default now()
);
create table pages (
  id                    text primary key,
  workspace_id          bigint not null references workspaces,
  channel               text not null,
  name                  text not null,
  timezone              text not null default 'UTC',
  greeting              text,
  hours                 json,
  origins               text[] not null default '{}',
  welcome_flow_id       bigint,
  default_reply_flow_id bigint,
  default_reply_seconds integer not null default 0 check (default_reply_seconds >= 0),
  created_at            timestamptz not null default now()
);
create index pages_by_workspace on pages (workspace_id, id);
create table page_tokens (
  page_id      text primary key references pages on delete cascade,
  hash         bytea not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);
create table folders (
  page_id   text not null references pages on delete cascade,
  id        bigint not null default nextval('ids'),
  parent_id bigint check (parent_id <> id),
  name      text not null,
  position  integer not null,
  primary key (page_id, id),
  foreign key (page_id, parent_id) references folders,
  unique nulls not distinct (page_id, parent_id, name)
);
create table flows (
  page_id           text not null references pages on delete cascade,
  id                bigint not null default nextval('ids'),
  folder_id         bigint,
  name              text not null,
  position          integer not null,
  draft             json not null,
  draft_revision    bigint not null default 1,
  published_version integer,
  trashed_at        timestamptz,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (page_id, id),
  foreign key (page_id, folder_id) references folders on delete set null (folder_id)
);
create unique index flows_by_name on flows (page_id, folder_id, name) nulls not distinct where trashed_at is null;
create table flow_versions (
  page_id      text not null,
  flow_id      bigint not null,
  version      integer not null,
  document     json not null,
  published_at timestamptz not null default now(),
  primary key (page_id, flow_id, version),
  foreign key (page_id, flow_id) references flows on delete cascade
);
alter table flows add foreign key (page_id, id, published_version) references flow_versions (page_id, flow_id, version)
  deferrable initially deferred;
alter table pages add foreign key (id, welcome_flow_id) references flows (page_id, id)
  on delete set null (welcome_flow_id);
alter table pages add foreign key (id, default_reply_flow_id) references flows (page_id, id)
  on delete set null (default_reply_flow_id);
create table keywords (
  page_id      text not null references pages on delete cascade,
  id           bigint not null default nextval('ids'),
  position     integer not null,
  name         text not null,
  match        text not null check (match in ('is', 'contains_word', 'contains', 'begins', 'ends', 'regex')),
  phrases      text[] not null default '{}',
  require      text not null default 'any' check (require in ('any', 'all')),
  excludes     text[] not null default '{}',
  typos        boolean not null default false,
  hours        json,
  flow_id      bigint,
  is_activated boolean not null default false,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id)
);
create table ice_breakers (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  title    text not null,
  flow_id  bigint,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id)
);
create table menu_items (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  title    text not null,
  type     text not null,
  flow_id  bigint,
  url      text,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id),
  check (type = 'flow' and url is null or type = 'link' and flow_id is null and url is not null)
);
create table tools (
  page_id      text not null references pages on delete cascade,
  id           bigint not null default nextval('ids'),
  position     integer not null,
  type         text not null check (type in ('chat_ref_url', 'social_ads_json', 'qr_code', 'chat_widget')),
  name         text not null,
  ref          text,
  flow_id      bigint,
  is_published boolean not null default false,
  primary key (page_id, id),
  foreign key (page_id, flow_id) references flows on delete set null (flow_id),
  unique (page_id, ref) deferrable initially deferred
);
create table tags (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  name     text not null,
  primary key (page_id, id),
  unique (page_id, name)
);
create table custom_fields (
  page_id  text not null references pages on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  name     text not null,
  type     text not null check (type in ('text', 'number', 'boolean', 'date')),
  primary key (page_id, id),
  unique (page_id, name)
);
create table idempotency_keys (
  page_id    text not null references pages on delete cascade,
  key        text not null,
  body_hash  bytea not null,
  reply      json,
  created_at timestamptz not null default now(),
  primary key (page_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create unlogged table rate_buckets (
  page_id     text primary key,
  tokens      double precision not null,
  taken       double precision not null,
  refilled_at timestamptz not null
);
create table nodes (
  id         uuid primary key,
  base_url   text not null,
  started_at timestamptz not null default now()
);
create table users (
  id             text primary key,
  name           text not null,
  email          text not null unique,
  email_verified boolean not null default false,
  image          text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
create table accounts (
  id          text primary key,
  user_id     text not null references users on delete cascade,
  account_id  text not null,
  provider_id text not null,
  password    text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  unique (user_id, provider_id)
);
create table members (
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      text not null references users on delete cascade,
  role         text not null check (role in ('owner', 'editor', 'agent', 'viewer')),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index members_by_user on members (user_id);
create sequence conversation_ids as bigint start 1001;
alter table pages add column revision bigint not null default 1;
alter table pages add column channel_settings json not null default '{}';
create table customers (
  page_id         text not null references pages on delete cascade,
  psid            text not null,
  first_name      text,
  last_name       text,
  gender          text not null default 'UNKNOWN' check (gender in ('MALE', 'FEMALE', 'UNKNOWN')),
  email           text,
  phone           text,
  address         text,
  locale          text,
  timezone        text,
  ad_id           text,
  tags            bigint[] not null default '{}',
  fields          json not null default '{}',
  state           json,
  last_input_at   timestamptz,
  unreachable     text,
  token_hash      bytea,
  delivered_through bigint not null default 0,
  seen_through      bigint not null default 0,
  created_at      timestamptz not null default now(),
  primary key (page_id, psid)
) with (fillfactor = 85);
create table mailbox (
  page_id text not null,
  id      bigint not null default nextval('conversation_ids'),
  psid    text not null,
  due_at  timestamptz not null,
  event   json not null,
  primary key (page_id, id)
);
create index mailbox_by_due on mailbox (page_id, due_at, id);
create table accepted_keys (
  page_id     text not null,
  key         text not null,
  body_hash   bytea,
  mail_id     bigint not null,
  accepted_at timestamptz not null,
  primary key (page_id, key)
);
create index accepted_keys_by_age on accepted_keys (accepted_at);
create table turns (
  page_id text not null,
  id      bigint not null,
  psid    text not null,
  mail_id bigint not null,
  at      timestamptz not null,
  event   json not null,
  trace   json,
  primary key (page_id, id)
);
create index turns_by_customer on turns (page_id, psid, id);
create index turns_by_age on turns (at);
create index turns_by_mail on turns (page_id, mail_id);
create table messages (
  page_id         text not null,
  id              bigint not null,
  psid            text not null,
  turn_id         bigint not null,
  flow_id         bigint,
  version         integer,
  step            text,
  send_id         bigint,
  lane            text not null check (lane in ('reply', 'bulk')),
  message_tag     text,
  content         json not null,
  status          text not null check (status in ('queued', 'sending', 'sent', 'delivered', 'seen', 'failed')),
  reason          text,
  attempts        smallint not null default 0,
  due_at          timestamptz,
  possible_duplicate boolean not null default false,
  platform_id     text,
  clicked         smallint[] not null default '{}',
  created_at      timestamptz not null,
  sent_at         timestamptz,
  delivered_at    timestamptz,
  seen_at         timestamptz,
  primary key (page_id, id)
) with (fillfactor = 80);
create index messages_by_customer on messages (page_id, psid, id);
create index messages_unfinished on messages (page_id, id) where status in ('queued', 'sending');
create index messages_failed on messages (page_id, id) where status = 'failed';
create index messages_by_send on messages (page_id, send_id) where send_id is not null;
create index messages_by_platform_id on messages (page_id, platform_id) where platform_id is not null;
create table flow_statistics (
  page_id            text not null,
  flow_id            bigint not null,
  sent               bigint not null default 0,
  delivery           bigint not null default 0,
  seen               bigint not null default 0,
  is_clicked         bigint not null default 0,
  total_phone_number bigint not null default 0,
  primary key (page_id, flow_id)
) with (fillfactor = 50);
create table flow_phone_numbers (
  page_id text not null,
  flow_id bigint not null,
  psid    text not null,
  primary key (page_id, flow_id, psid)
);
create table notifications (
  page_id    text not null,
  id         bigint not null,
  psid       text not null,
  flow_id    bigint,
  text       text not null,
  created_at timestamptz not null,
  primary key (page_id, id)
);
create table requests (
  page_id    text not null,
  id         bigint not null,
  psid       text not null,
  request    json not null,
  attempts   smallint not null default 0,
  primary key (page_id, id)
);
create table page_leases (
  page_id text primary key references pages on delete cascade,
  node_id uuid,
  epoch   bigint not null
);
alter table nodes add column alive_until timestamptz not null default now();
alter table nodes add column machine text not null default '';
alter table nodes add column pid integer not null default 0;
create table secrets (
  name  text primary key,
  value bytea not null
);
create table sessions (
  id         text primary key,
  user_id    text not null references users on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);
create table verifications (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_end on verifications (expires_at);
alter table users add column two_factor_enabled boolean not null default false;
create table two_factors (
  id                        text primary key,
  user_id                   text not null unique references users on delete cascade,
  secret                    text not null,
  backup_codes              text not null,
  verified                  boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz
);
create unlogged table login_attempts (
  key     text primary key,
  count   integer not null,
  ends_at timestamptz not null
);
create table invitations (
  workspace_id bigint not null references workspaces on delete cascade,
  id           bigint not null default nextval('ids'),
  role         text not null check (role in ('owner', 'editor', 'agent', 'viewer')),
  email        text,
  token_hash   bytea not null unique,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (workspace_id, id)
);
create table audit_log (
  workspace_id bigint not null references workspaces on delete cascade,
  id           bigint not null default nextval('ids'),
  at           timestamptz not null default now(),
  user_id      text not null,
  page         text,
  action       text not null,
  subject      text,
  subject_id   bigint,
  primary key (workspace_id, id)
);
alter table flow_versions add column published_by text;
alter table pages add column is_paused boolean not null default false;
alter table pages add column disconnected_reason text;
drop index messages_unfinished;
drop index messages_failed;
drop index messages_by_platform_id;
alter table messages set (fillfactor = 70);
create table message_troubles (
  page_id text not null,
  id      bigint not null,
  primary key (page_id, id)
);
insert into message_troubles (page_id, id)
select page_id, id from messages where status in ('queued', 'sending', 'failed');
create table delivery_marks (
  page_id         text primary key references pages on delete cascade,
  settled_through bigint not null
) with (fillfactor = 50);
insert into delivery_marks (page_id, settled_through) select page_id, max(id) from messages group by page_id;
alter table page_leases add column is_unfinished boolean not null default false;
update page_leases set is_unfinished = true;
drop index turns_by_mail;
alter table turns rename column mail_id to send_id;
alter table turns alter column send_id drop not null;
update turns set send_id = null where event ->> 'type' not in ('send_flow', 'send_content');
create index turns_by_send on turns (page_id, send_id) where send_id is not null;
drop index turns_by_age;
create index turns_by_age on turns using brin (at);
drop index accepted_keys_by_age;
create index accepted_keys_by_age on accepted_keys using brin (accepted_at);
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
create table step_exits (
  page_id text not null,
  flow_id bigint not null,
  step    text not null,
  exit    text not null,
  taken   bigint not null,
  primary key (page_id, flow_id, step, exit)
) with (fillfactor = 50);
alter table customers add column picture_url text;
alter table pages add column connection bigint not null default 1;
create table profile_syncs (
  page_id          text primary key references pages on delete cascade,
  state            text not null check (state in ('waiting', 'done', 'failed')),
  reason           text,
  at               timestamptz not null,
  hash             text,
  settled_revision bigint not null default 0
);
create table tried_settings (
  page_id    text primary key,
  channel    text not null,
  settings   json not null,
  expires_at timestamptz not null
);
alter table mailbox add column sequence bigint;
drop index mailbox_by_due;
create index mailbox_by_due on mailbox (page_id, due_at, sequence, id);
create index mailbox_by_sequence on mailbox (page_id, psid, sequence) where sequence is not null;
alter table messages add column taken text[];
alter table messages add column notes json;
create table token_renewals (
  page_id  text primary key references pages on delete cascade,
  due_at   timestamptz,
  failures integer not null default 0,
  reason   text
);
create table parked_mail (
  page_id   text not null,
  id        bigint not null,
  psid      text not null,
  event     json not null,
  error     text not null,
  parked_at timestamptz not null default now(),
  primary key (page_id, id)
);
create index mailbox_by_customer on mailbox (page_id, psid, sequence);
drop index mailbox_by_sequence;
alter table delivery_marks add column waiting bigint not null default 0;
alter table delivery_marks add column health json;
alter table customers add column is_blocked boolean not null default false;
alter table customers add column form_at timestamptz;
alter table customers drop constraint customers_page_id_fkey;
create table hand_overs (
  page_id text not null,
  psid    text not null,
  since   timestamptz not null,
  until   timestamptz,
  flow_id bigint,
  turn_id bigint not null,
  primary key (page_id, psid)
);
create index hand_overs_by_time on hand_overs (page_id, since);
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
alter table messages add column error_code text;
create table digests (
  page_id    text primary key references pages on delete cascade,
  through_id bigint not null default 0,
  changed    bigint not null default 0
) with (fillfactor = 50);
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
  seen_through bigint,
  primary key (page_id, psid)
) with (fillfactor = 80);
create index conversations_by_activity on conversations (page_id, last_id);
create index conversations_by_change on conversations (page_id, changed);
create index conversations_unread on conversations (page_id, last_id) where unread > 0;
create index conversations_assigned on conversations (page_id, assigned_to, last_id) where assigned_to is not null;
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
create table saved_replies (
  page_id text not null references pages on delete cascade,
  id      bigint not null default nextval('ids'),
  name    text not null,
  text    text not null,
  primary key (page_id, id),
  unique (page_id, name)
);
alter table notifications add column kind text not null default 'notify';
alter table notifications alter column psid drop not null;
alter table notifications add column is_new boolean not null default false;
create index notifications_new on notifications (page_id, id) where is_new;
create index notifications_by_time on notifications (page_id, created_at desc, id desc);
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
create table customer_index (
  page_id text not null,
  psid text not null,
  created_at timestamptz not null,
  name text collate "C" not null,
  source text,
  terms tsvector not null,
  primary key (page_id, psid)
);
create index customer_index_by_age on customer_index (page_id, created_at, psid);
create index customer_index_by_name on customer_index (page_id, name, psid);
create index customer_index_by_term on customer_index using gin (terms);
create table customer_changes (
  page_id text not null,
  id bigint not null default nextval('conversation_ids'),
  psid text not null,
  primary key (page_id, id)
);
insert into customer_changes (page_id, psid) select page_id, psid from customers;
create index customers_unreachable on customers (page_id, psid) where unreachable is not null;
create index customers_blocked on customers (page_id, psid) where is_blocked;
create index notifications_by_customer on notifications (page_id, psid);
create index flow_phone_numbers_by_customer on flow_phone_numbers (page_id, psid);
create table customer_jobs (
  page_id text not null references pages on delete cascade,
  id bigint not null default nextval('ids'),
  kind text not null check (kind in ('bulk', 'import', 'undo')),
  state text not null check (state in ('draft', 'checking', 'checked', 'running', 'done', 'failed', 'stopped')),
  user_id text not null,
  spec json not null,
  position text,
  total integer,
  done integer not null default 0,
  changed integer not null default 0,
  created integer not null default 0,
  failed integer not null default 0,
  node_id uuid,
  error text,
  undone_by bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (page_id, id)
);
create index customer_jobs_open on customer_jobs (page_id, id) where state in ('checking', 'running');
create index customer_jobs_by_age on customer_jobs (created_at);
create table customer_job_rows (
  page_id text not null,
  job_id bigint not null,
  line integer not null,
  cells text[] not null,
  error text,
  primary key (page_id, job_id, line)
);
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
create table step_days (
  page_id text not null references pages (id) on delete cascade,
  flow_id bigint not null,
  day date not null,
  step text not null,
  exit text not null,
  count bigint not null,
  primary key (page_id, flow_id, day, step, exit)
) with (fillfactor = 70);
create table unmatched_turns (
  page_id text not null,
  id bigint not null,
  day date not null,
  primary key (page_id, day, id)
);
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
create table host_troubles (
  page_id text not null references pages (id) on delete cascade,
  host text not null,
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  failure text not null,
  primary key (page_id, host)
);
create table retention_settings (
  page_id       text primary key references pages (id) on delete cascade,
  messages_days integer check (messages_days > 0),
  turns_days    integer check (turns_days > 0),
  traces_days   integer check (traces_days > 0),
  visits_days   integer check (visits_days > 0),
  audit_days    integer check (audit_days > 0)
);
create table retention_positions (
  page_id          text primary key references pages (id) on delete cascade,
  checked_at       timestamptz not null default now(),
  restarted_at     timestamptz not null default now(),
  messages_through bigint not null default 0,
  turns_through    bigint not null default 0,
  traces_through   bigint not null default 0
) with (fillfactor = 50);
create table page_removals (
  page_id    text primary key,
  started_at timestamptz not null default now(),
  step       integer not null default 0,
  after      text[]
);
create table accepted_keys_cleaned (
  is_only boolean primary key default true check (is_only),
  through timestamptz not null
);
alter table pages
  add column pause_minutes     integer default 60 check (pause_minutes > 0),
  add column hand_over_minutes integer check (hand_over_minutes > 0),
  add column hand_over_text    text;
alter table pages add column takes_files boolean not null default true;
alter table pages add column look json not null default '{}';
alter table pages add column welcomes_on_open boolean not null default false;
alter table pages add column prechat_form jsonb;
alter table flows add column is_on boolean not null default true;
alter table flows add column publish_at timestamptz;
alter table flows add column publish_by text;
create index flows_by_publishing on flows (publish_at) where publish_at is not null;
alter table custom_fields add column label text;
alter table menu_items add column command text check (command ~ '^[a-z0-9_]{1,32}$');
alter table tools add column settings jsonb;
alter table tools drop constraint tools_type_check;
alter table tools add constraint tools_type_check check (
  type in ('chat_ref_url', 'social_ads_json', 'qr_code', 'chat_widget') and settings is null
  or type in ('comments', 'story_mention', 'story_reply', 'form', 'location', 'order', 'reaction', 'follow',
              'ad', 'payment')
     and settings is not null and ref is null
);
create table closed_first_steps (
  page_id   text primary key references pages (id) on delete cascade,
  closed_at timestamptz not null default now()
);
insert into closed_first_steps (page_id) select id from pages;
create table api_tokens (
  page_id      text not null references pages (id) on delete cascade,
  id           bigint not null default nextval('ids'),
  name         text not null check (name <> ''),
  scope        text not null check (scope in ('read', 'send', 'all')),
  hash         bytea not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (page_id, id),
  unique (page_id, hash),
  unique (page_id, name)
);
alter table nodes add column key_ids text[];
create table page_secrets (
  page_id    text not null references pages on delete cascade,
  name       text not null,
  value      text not null,
  updated_at timestamptz not null default now(),
  primary key (page_id, name)
);
create table password_resets (
  token_hash bytea primary key,
  user_id    text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_end on password_resets (expires_at);
create table media (
  page_id      text not null,
  id           bigint not null default nextval('ids'),
  state        text not null default 'uploading' check (state in ('uploading', 'stored', 'deleted')),
  name         text not null,
  folded_name  text not null,
  kind         text not null check (kind in ('image', 'video', 'audio', 'file')),
  content_type text not null,
  bytes        bigint not null,
  sha256       bytea not null,
  width        integer,
  height       integer,
  source       text not null check (source in ('member', 'customer')),
  psid         text,
  created_by   text,
  created_at   timestamptz not null default now(),
  primary key (page_id, id),
  check ((source = 'customer') = (psid is not null) or state = 'deleted')
);
create index media_by_source on media (page_id, source, id) where state = 'stored';
create index media_by_content on media (page_id, sha256) where state = 'stored';
create index media_by_customer on media (page_id, psid) where psid is not null;
create index media_to_clean on media (created_at) where state <> 'stored';
create index media_sizes on media (page_id) include (bytes) where state <> 'deleted';
create table platform_files (
  page_id     text not null references pages (id) on delete cascade,
  file_hash   bytea not null,
  platform_id text not null,
  expires_at  timestamptz not null,
  primary key (page_id, file_hash)
);
create index platform_files_expiry on platform_files (expires_at);
create table message_templates (
  page_id     text not null references pages (id) on delete cascade,
  name        text not null,
  language    text not null,
  platform_id text not null,
  category    text not null,
  status      text not null,
  quality     text,
  reason      text,
  parts       json not null,
  primary key (page_id, name, language)
);
create table message_forms (
  page_id     text not null references pages (id) on delete cascade,
  platform_id text not null,
  name        text not null,
  status      text not null,
  primary key (page_id, platform_id)
);
create table platform_accounts (
  page_id           text primary key references pages (id) on delete cascade,
  templates_read_at timestamptz,
  forms_read_at     timestamptz,
  quality           text,
  messaging_limit   text,
  restriction       text
);
create table erased_customers (
  page_id   text not null references pages (id) on delete cascade,
  psid_hash bytea not null,
  erased_at timestamptz not null,
  primary key (page_id, psid_hash)
);
create index erased_customers_by_age on erased_customers (erased_at);
create index audit_log_by_subject on audit_log (page, subject) where subject is not null;
alter table page_leases drop constraint page_leases_page_id_fkey;
alter table page_secrets add column hosts text[] not null default '{}';
alter table customers add column other_psid text;
create index customers_other_psid on customers (page_id, other_psid) where other_psid is not null;
alter table customer_jobs add column failed_in text check (failed_in in ('checking', 'running'));
create index page_leases_by_node on page_leases (node_id);
create index page_leases_unfinished on page_leases (page_id) where is_unfinished and node_id is null;
create index mailbox_due on mailbox (due_at);
drop index turns_by_age;
create temporary table strict_references on commit drop as
select conrelid::regclass as place, conname from pg_constraint
 where contype = 'f' and not condeferrable and connamespace = 'public'::regnamespace;
do $$
declare reference record;
begin
  for reference in select place, conname from strict_references loop
    execute format('alter table %s alter constraint %I deferrable initially deferred', reference.place, reference.conname);
  end loop;
end $$;
insert into accepted_keys select * from json_populate_recordset(null::accepted_keys, '[
{"page_id":"tg_42","key":"update 1001","body_hash":null,"mail_id":1001,"accepted_at":"2026-11-18T13:09:29.089051+00:00"},
{"page_id":"tg_42","key":"update 1002","body_hash":null,"mail_id":1504,"accepted_at":"2026-11-18T13:09:29.197031+00:00"},
{"page_id":"tg_42","key":"update 1003","body_hash":null,"mail_id":1508,"accepted_at":"2026-11-18T13:09:30.375631+00:00"},
{"page_id":"tg_42","key":"update 1004","body_hash":null,"mail_id":1509,"accepted_at":"2026-11-18T13:09:30.375631+00:00"},
{"page_id":"tg_42","key":"update 1005","body_hash":null,"mail_id":2512,"accepted_at":"2026-11-18T13:09:31.145136+00:00"},
{"page_id":"tg_42","key":"api order-17","body_hash":"\\xe75866b87d32fa7d73ca9fdd0c961f9480e361b2abe8065ac50f4f436953f4db","mail_id":2515,"accepted_at":"2026-11-18T13:09:31.191556+00:00"},
{"page_id":"tg_42","key":"update 1006","body_hash":null,"mail_id":2518,"accepted_at":"2026-11-18T13:09:31.202282+00:00"},
{"page_id":"tg_42","key":"update 1007","body_hash":null,"mail_id":3513,"accepted_at":"2026-11-18T13:09:33.572095+00:00"},
{"page_id":"tg_42","key":"update 1008","body_hash":null,"mail_id":3514,"accepted_at":"2026-11-18T13:09:33.58212+00:00"},
{"page_id":"tg_42","key":"update 1010","body_hash":null,"mail_id":3515,"accepted_at":"2026-11-18T13:09:33.694937+00:00"}
]');
insert into accounts select * from json_populate_recordset(null::accounts, '[
{"id":"ffd6f423-f2a7-4e3a-9491-5e9f50756442","user_id":"0d0ff19c-9b5e-4c90-b7c2-2f96109aa7a0","account_id":"0d0ff19c-9b5e-4c90-b7c2-2f96109aa7a0","provider_id":"credential","password":"704c63d794ef14af98d023d6a041ab37:56e2ff5355cf9da7ece9dad67227c346a4b2d0783a072471027ffe02df44f087582619a93953b361a92dbab9982a957f60fb90e51b069f19e888368a829902bb","created_at":"2026-11-18T13:09:26.56965+00:00","updated_at":"2026-11-18T13:09:26.56965+00:00"}
]');
insert into audit_log select * from json_populate_recordset(null::audit_log, '[
{"workspace_id":1001,"id":1034,"at":"2026-11-18T13:09:31.133915+00:00","user_id":"0d0ff19c-9b5e-4c90-b7c2-2f96109aa7a0","page":null,"action":"logged_in","subject":"127.0.0.1","subject_id":null}
]');
insert into conversations select * from json_populate_recordset(null::conversations, '[
{"page_id":"tg_42","psid":"tg_1","last_id":1506,"last_at":"2026-11-18T13:09:29.197+00:00","last_from":"bot","last_kind":"text","last_text":"How many?","has_written":true,"unread":2,"read_through":0,"assigned_to":null,"changed":1,"seen_through":null},
{"page_id":"tg_42","psid":"tg_3","last_id":1511,"last_at":"2026-11-18T13:09:30.375+00:00","last_from":"bot","last_kind":"text","last_text":"Choose","has_written":true,"unread":1,"read_through":0,"assigned_to":null,"changed":2,"seen_through":null},
{"page_id":"tg_42","psid":"tg_4","last_id":1513,"last_at":"2026-11-18T13:09:30.375+00:00","last_from":"bot","last_kind":"text","last_text":"Until tomorrow","has_written":true,"unread":1,"read_through":0,"assigned_to":null,"changed":3,"seen_through":null},
{"page_id":"tg_42","psid":"tg_5","last_id":2517,"last_at":"2026-11-18T13:09:31.191+00:00","last_from":"bot","last_kind":"text","last_text":"Your order is ready","has_written":true,"unread":1,"read_through":0,"assigned_to":null,"changed":4,"seen_through":null},
{"page_id":"tg_42","psid":"tg_6","last_id":2520,"last_at":"2026-11-18T13:09:31.202+00:00","last_from":"bot","last_kind":"text","last_text":"Welcome back","has_written":true,"unread":1,"read_through":0,"assigned_to":null,"changed":5,"seen_through":null},
{"page_id":"web_1000002","psid":"web_108169206269860","last_id":2510,"last_at":"2026-11-18T13:09:30.466+00:00","last_from":"bot","last_kind":"text","last_text":"Which colour?","has_written":true,"unread":1,"read_through":0,"assigned_to":null,"changed":1,"seen_through":null}
]');
insert into custom_fields select * from json_populate_recordset(null::custom_fields, '[
{"page_id":"web_1000002","id":1018,"position":1,"name":"colour","type":"text","label":null},
{"page_id":"web_1000002","id":1019,"position":2,"name":"count","type":"number","label":null},
{"page_id":"web_1000002","id":1020,"position":3,"name":"found","type":"text","label":null},
{"page_id":"tg_42","id":1002,"position":1,"name":"colour","type":"text","label":null},
{"page_id":"tg_42","id":1003,"position":2,"name":"count","type":"number","label":null},
{"page_id":"tg_42","id":1004,"position":3,"name":"found","type":"text","label":null}
]');
insert into customer_changes select * from json_populate_recordset(null::customer_changes, '[
{"page_id":"tg_42","id":5013,"psid":"tg_2"},
{"page_id":"tg_42","id":5014,"psid":"tg_8"}
]');
insert into customer_index select * from json_populate_recordset(null::customer_index, '[
{"page_id":"tg_42","psid":"tg_1","created_at":"2026-11-18T13:09:29.149519+00:00","name":"ann","source":"direct","terms":"''tg_42 f colour'' ''tg_42 f colour=red'' ''tg_42 s direct'' ''tg_42 w 1'' ''tg_42 w ann'' ''tg_42 w tg'' ''tg_42 w tg_1''"},
{"page_id":"tg_42","psid":"tg_3","created_at":"2026-11-18T13:09:30.390356+00:00","name":"ann","source":"direct","terms":"''tg_42 s direct'' ''tg_42 w 3'' ''tg_42 w ann'' ''tg_42 w tg'' ''tg_42 w tg_3''"},
{"page_id":"tg_42","psid":"tg_4","created_at":"2026-11-18T13:09:30.390356+00:00","name":"ann","source":"direct","terms":"''tg_42 s direct'' ''tg_42 w 4'' ''tg_42 w ann'' ''tg_42 w tg'' ''tg_42 w tg_4''"},
{"page_id":"web_1000002","psid":"web_108169206269860","created_at":"2026-11-18T13:09:30.429753+00:00","name":"￿","source":"direct","terms":"''web_1000002 s direct'' ''web_1000002 w 108169206269860'' ''web_1000002 w web'' ''web_1000002 w web_108169206269860''"},
{"page_id":"tg_42","psid":"tg_5","created_at":"2026-11-18T13:09:31.149662+00:00","name":"ann","source":"direct","terms":"''tg_42 s direct'' ''tg_42 w 5'' ''tg_42 w ann'' ''tg_42 w tg'' ''tg_42 w tg_5''"},
{"page_id":"tg_42","psid":"tg_6","created_at":"2026-11-18T13:09:31.203824+00:00","name":"ann","source":"direct","terms":"''tg_42 s direct'' ''tg_42 w 6'' ''tg_42 w ann'' ''tg_42 w tg'' ''tg_42 w tg_6''"}
]');
insert into customers select * from json_populate_recordset(null::customers, '[
{"page_id":"tg_42","psid":"tg_1","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{"colour":"Red"},"state":{"turn":2,"lastRunId":1002,"main":{"id":1002,"flowId":1005,"version":1,"step":"count","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"ask","turn":2,"refused":0}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:29.197031+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:29.149519+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null},
{"page_id":"tg_42","psid":"tg_3","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1509,"main":null,"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:30.375631+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:30.390356+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null},
{"page_id":"tg_42","psid":"tg_4","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1510,"main":{"id":1510,"flowId":1010,"version":1,"step":"wait","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"delay","turn":1}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:30.375631+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:30.390356+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null},
{"page_id":"web_1000002","psid":"web_108169206269860","first_name":null,"last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1003,"main":{"id":1003,"flowId":1021,"version":1,"step":"colour","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"ask","turn":1,"refused":0}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:30.466151+00:00","unreachable":null,"token_hash":"\\xb1c4d63041d08446adcf0427f12e5ceaa1b3c95bd03aac52558a3ed3f0b352b8","delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:30.429753+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null},
{"page_id":"tg_42","psid":"tg_5","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":2,"lastRunId":2513,"main":null,"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:31.145136+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:31.149662+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null},
{"page_id":"tg_42","psid":"tg_6","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":2519,"main":null,"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:31.202282+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:31.203824+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null},
{"page_id":"tg_42","psid":"tg_2","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":3514,"main":{"id":3514,"flowId":1009,"version":1,"step":"wait","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"delay","turn":1}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:33.59985+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:33.642037+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null},
{"page_id":"tg_42","psid":"tg_8","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":3515,"main":{"id":3515,"flowId":1011,"version":1,"step":"ask","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"request","turn":1}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-18T13:09:33.59985+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-18T13:09:33.642037+00:00","picture_url":null,"is_blocked":false,"form_at":null,"other_psid":null}
]');
insert into delivery_marks select * from json_populate_recordset(null::delivery_marks, '[
{"page_id":"tg_42","settled_through":2516,"waiting":3,"health":{"state":"closed","since":"2026-11-18T13:09:33.586Z","lastFailure":null,"throttledUntil":null}}
]');
insert into digests select * from json_populate_recordset(null::digests, '[
{"page_id":"tg_42","through_id":2520,"changed":5},
{"page_id":"web_1000002","through_id":2510,"changed":1}
]');
insert into flow_versions select * from json_populate_recordset(null::flow_versions, '[
{"page_id":"tg_42","flow_id":1005,"version":1,"document":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"{{count}} in {{colour}} for you"}]},"next":null}}},"published_at":"2026-11-18T13:09:22.537159+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1006,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"published_at":"2026-11-18T13:09:22.537159+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1007,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"published_at":"2026-11-18T13:09:22.537159+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1008,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1007}]}]},"next":null}}},"published_at":"2026-11-18T13:09:22.537159+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1009,"version":1,"document":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"published_at":"2026-11-18T13:09:22.537159+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1010,"version":1,"document":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"published_at":"2026-11-18T13:09:22.537159+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1011,"version":1,"document":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"published_at":"2026-11-18T13:09:22.537159+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1021,"version":1,"document":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"{{count}} in {{colour}} for you"}]},"next":null}}},"published_at":"2026-11-18T13:09:23.607091+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1022,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"published_at":"2026-11-18T13:09:23.607091+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1023,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"published_at":"2026-11-18T13:09:23.607091+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1024,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1023}]}]},"next":null}}},"published_at":"2026-11-18T13:09:23.607091+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1025,"version":1,"document":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"published_at":"2026-11-18T13:09:23.607091+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1026,"version":1,"document":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"published_at":"2026-11-18T13:09:23.607091+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1027,"version":1,"document":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"published_at":"2026-11-18T13:09:23.607091+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1005,"version":2,"document":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"Thank you"}]},"next":null}}},"published_at":"2026-11-18T13:09:30.282999+00:00","published_by":null}
]');
insert into flows select * from json_populate_recordset(null::flows, '[
{"page_id":"web_1000002","id":1021,"folder_id":null,"name":"Order","position":1,"draft":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"{{count}} in {{colour}} for you"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:23.607091+00:00","updated_at":"2026-11-18T13:09:23.607091+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"web_1000002","id":1022,"folder_id":null,"name":"Hello","position":2,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:23.607091+00:00","updated_at":"2026-11-18T13:09:23.607091+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"web_1000002","id":1023,"folder_id":null,"name":"Sizes","position":3,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:23.607091+00:00","updated_at":"2026-11-18T13:09:23.607091+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"web_1000002","id":1024,"folder_id":null,"name":"Choose","position":4,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1023}]}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:23.607091+00:00","updated_at":"2026-11-18T13:09:23.607091+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"web_1000002","id":1025,"folder_id":null,"name":"Think","position":5,"draft":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:23.607091+00:00","updated_at":"2026-11-18T13:09:23.607091+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"web_1000002","id":1026,"folder_id":null,"name":"Tomorrow","position":6,"draft":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:23.607091+00:00","updated_at":"2026-11-18T13:09:23.607091+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"web_1000002","id":1027,"folder_id":null,"name":"Look","position":7,"draft":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:23.607091+00:00","updated_at":"2026-11-18T13:09:23.607091+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"tg_42","id":1006,"folder_id":null,"name":"Hello","position":2,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:22.537159+00:00","updated_at":"2026-11-18T13:09:30.282999+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"tg_42","id":1007,"folder_id":null,"name":"Sizes","position":3,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:22.537159+00:00","updated_at":"2026-11-18T13:09:30.282999+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"tg_42","id":1008,"folder_id":null,"name":"Choose","position":4,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1007}]}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:22.537159+00:00","updated_at":"2026-11-18T13:09:30.282999+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"tg_42","id":1009,"folder_id":null,"name":"Think","position":5,"draft":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:22.537159+00:00","updated_at":"2026-11-18T13:09:30.282999+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"tg_42","id":1010,"folder_id":null,"name":"Tomorrow","position":6,"draft":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:22.537159+00:00","updated_at":"2026-11-18T13:09:30.282999+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"tg_42","id":1011,"folder_id":null,"name":"Look","position":7,"draft":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-18T13:09:22.537159+00:00","updated_at":"2026-11-18T13:09:30.282999+00:00","is_on":true,"publish_at":null,"publish_by":null},
{"page_id":"tg_42","id":1005,"folder_id":null,"name":"Order","position":1,"draft":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"Thank you"}]},"next":null}}},"draft_revision":2,"published_version":2,"trashed_at":null,"created_at":"2026-11-18T13:09:22.537159+00:00","updated_at":"2026-11-18T13:09:30.282999+00:00","is_on":true,"publish_at":null,"publish_by":null}
]');
insert into keywords select * from json_populate_recordset(null::keywords, '[
{"page_id":"web_1000002","id":1028,"position":1,"name":"Says order","match":"is","phrases":["order"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1021,"is_activated":true},
{"page_id":"web_1000002","id":1029,"position":2,"name":"Says hello","match":"is","phrases":["hello"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1022,"is_activated":true},
{"page_id":"web_1000002","id":1030,"position":3,"name":"Says choose","match":"is","phrases":["choose"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1024,"is_activated":true},
{"page_id":"web_1000002","id":1031,"position":4,"name":"Says think","match":"is","phrases":["think"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1025,"is_activated":true},
{"page_id":"web_1000002","id":1032,"position":5,"name":"Says tomorrow","match":"is","phrases":["tomorrow"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1026,"is_activated":true},
{"page_id":"web_1000002","id":1033,"position":6,"name":"Says look","match":"is","phrases":["look"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1027,"is_activated":true},
{"page_id":"tg_42","id":1012,"position":1,"name":"Says order","match":"is","phrases":["order"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1005,"is_activated":true},
{"page_id":"tg_42","id":1013,"position":2,"name":"Says hello","match":"is","phrases":["hello"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1006,"is_activated":true},
{"page_id":"tg_42","id":1014,"position":3,"name":"Says choose","match":"is","phrases":["choose"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1008,"is_activated":true},
{"page_id":"tg_42","id":1015,"position":4,"name":"Says think","match":"is","phrases":["think"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1009,"is_activated":true},
{"page_id":"tg_42","id":1016,"position":5,"name":"Says tomorrow","match":"is","phrases":["tomorrow"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1010,"is_activated":true},
{"page_id":"tg_42","id":1017,"position":6,"name":"Says look","match":"is","phrases":["look"],"require":"any","excludes":[],"typos":false,"hours":null,"flow_id":1011,"is_activated":true}
]');
insert into login_attempts select * from json_populate_recordset(null::login_attempts, '[
{"key":"from 127.0.0.1","count":1,"ends_at":"2026-11-18T13:10:30.498857+00:00"},
{"key":"as yM08ZCcwHq9mZbzKzWXdthRSesyEOhVGPj-rpXEkw1E","count":1,"ends_at":"2026-11-18T13:10:30.500409+00:00"}
]');
insert into mailbox select * from json_populate_recordset(null::mailbox, '[
{"page_id":"tg_42","id":2504,"psid":"tg_1","due_at":"2026-11-19T13:09:29.197+00:00","event":{"type":"timer","runId":1002,"turn":2},"sequence":null},
{"page_id":"tg_42","id":2507,"psid":"tg_4","due_at":"2026-11-19T13:09:30.375+00:00","event":{"type":"timer","runId":1510,"turn":1},"sequence":null},
{"page_id":"web_1000002","id":3510,"psid":"web_108169206269860","due_at":"2026-11-19T13:09:30.466+00:00","event":{"type":"timer","runId":1003,"turn":1},"sequence":null},
{"page_id":"tg_42","id":5015,"psid":"tg_2","due_at":"2026-11-18T13:09:58.599+00:00","event":{"type":"timer","runId":3514,"turn":1},"sequence":null},
{"page_id":"tg_42","id":5016,"psid":"tg_8","due_at":"2026-11-18T13:10:33.599+00:00","event":{"type":"timer","runId":3515,"turn":1},"sequence":null},
{"page_id":"tg_42","id":3515,"psid":"tg_7","due_at":"2026-11-18T13:09:36.694758+00:00","event":{"type":"message","text":"hello","key":"702","facts":{"firstName":"Ann"}},"sequence":1010}
]');
insert into members select * from json_populate_recordset(null::members, '[
{"workspace_id":1001,"user_id":"0d0ff19c-9b5e-4c90-b7c2-2f96109aa7a0","role":"owner","created_at":"2026-11-18T13:09:26.56965+00:00"}
]');
insert into message_attempts select * from json_populate_recordset(null::message_attempts, '[
{"page_id":"tg_42","message_id":2514,"attempt":1,"at":"2026-11-18T13:09:31.155621+00:00","answered_at":"2026-11-18T13:09:31.162471+00:00","outcome":"retry","answer":"Telegram answered 500: Internal Server Error"}
]');
insert into message_troubles select * from json_populate_recordset(null::message_troubles, '[
{"page_id":"tg_42","id":2514}
]');
insert into message_words select * from json_populate_recordset(null::message_words, '[
{"page_id":"tg_42","id":1501,"psid":"tg_1","words":"''5cfb3e order''"},
{"page_id":"tg_42","id":1505,"psid":"tg_1","words":"''5cfb3e red''"},
{"page_id":"tg_42","id":1510,"psid":"tg_3","words":"''5cfb3e choose''"},
{"page_id":"tg_42","id":1512,"psid":"tg_4","words":"''5cfb3e tomorrow''"},
{"page_id":"tg_42","id":2513,"psid":"tg_5","words":"''5cfb3e hello''"},
{"page_id":"tg_42","id":2519,"psid":"tg_6","words":"''5cfb3e hello''"},
{"page_id":"tg_42","id":2517,"psid":"tg_5","words":"''5cfb3e is'' ''5cfb3e order'' ''5cfb3e ready'' ''5cfb3e your''"},
{"page_id":"web_1000002","id":2509,"psid":"web_108169206269860","words":"''5e88d7 order''"}
]');
insert into messages select * from json_populate_recordset(null::messages, '[
{"page_id":"tg_42","id":1502,"psid":"tg_1","turn_id":1501,"flow_id":1005,"version":1,"step":"colour","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Which colour?"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1001","clicked":[],"created_at":"2026-11-18T13:09:29.108883+00:00","sent_at":"2026-11-18T13:09:29.193596+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null},
{"page_id":"tg_42","id":1506,"psid":"tg_1","turn_id":1505,"flow_id":1005,"version":1,"step":"count","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"How many?"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1002","clicked":[],"created_at":"2026-11-18T13:09:29.197031+00:00","sent_at":"2026-11-18T13:09:29.225786+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null},
{"page_id":"tg_42","id":1511,"psid":"tg_3","turn_id":1510,"flow_id":1008,"version":1,"step":"hi","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Choose","buttons":[{"type":"press","title":"Sizes","target":{"type":"flow","flow_id":1007}}]},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1003","clicked":[],"created_at":"2026-11-18T13:09:30.375631+00:00","sent_at":"2026-11-18T13:09:30.41093+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null},
{"page_id":"tg_42","id":1513,"psid":"tg_4","turn_id":1512,"flow_id":1010,"version":1,"step":"until","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Until tomorrow"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1004","clicked":[],"created_at":"2026-11-18T13:09:30.375631+00:00","sent_at":"2026-11-18T13:09:30.41099+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null},
{"page_id":"web_1000002","id":2510,"psid":"web_108169206269860","turn_id":2509,"flow_id":1021,"version":1,"step":"colour","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Which colour?"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":null,"clicked":[],"created_at":"2026-11-18T13:09:30.466151+00:00","sent_at":"2026-11-18T13:09:30.466151+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null},
{"page_id":"tg_42","id":2514,"psid":"tg_5","turn_id":2513,"flow_id":1006,"version":1,"step":"hi","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Welcome back"},"status":"queued","reason":"platform_error","attempts":1,"due_at":"2026-11-18T13:09:35.608237+00:00","possible_duplicate":false,"platform_id":null,"clicked":[],"created_at":"2026-11-18T13:09:31.145136+00:00","sent_at":null,"delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":"500"},
{"page_id":"tg_42","id":2517,"psid":"tg_5","turn_id":2516,"flow_id":null,"version":null,"step":null,"send_id":2515,"lane":"bulk","message_tag":null,"content":{"type":"text","text":"Your order is ready"},"status":"queued","reason":null,"attempts":0,"due_at":null,"possible_duplicate":false,"platform_id":null,"clicked":[],"created_at":"2026-11-18T13:09:31.191556+00:00","sent_at":null,"delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null},
{"page_id":"tg_42","id":2520,"psid":"tg_6","turn_id":2519,"flow_id":1006,"version":1,"step":"hi","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Welcome back"},"status":"sending","reason":null,"attempts":2,"due_at":null,"possible_duplicate":true,"platform_id":null,"clicked":[],"created_at":"2026-11-18T13:09:31.202282+00:00","sent_at":null,"delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null},
{"page_id":"tg_42","id":4014,"psid":"tg_2","turn_id":4013,"flow_id":1009,"version":1,"step":"see","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Let me see"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1006","clicked":[],"created_at":"2026-11-18T13:09:33.59985+00:00","sent_at":"2026-11-18T13:09:33.690245+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null,"error_code":null}
]');
insert into migrations select * from json_populate_recordset(null::migrations, '[
{"name":"0001_catalog.sql","applied_at":"2026-11-18T13:09:20.116075+00:00"},
{"name":"0002_logins.sql","applied_at":"2026-11-18T13:09:20.16177+00:00"},
{"name":"0003_conversations.sql","applied_at":"2026-11-18T13:09:20.172001+00:00"},
{"name":"0004_console.sql","applied_at":"2026-11-18T13:09:20.200398+00:00"},
{"name":"0005_delivery.sql","applied_at":"2026-11-18T13:09:20.219125+00:00"},
{"name":"0006_channels.sql","applied_at":"2026-11-18T13:09:20.235984+00:00"},
{"name":"0007_order.sql","applied_at":"2026-11-18T13:09:20.241942+00:00"},
{"name":"0008_message_notes.sql","applied_at":"2026-11-18T13:09:20.245008+00:00"},
{"name":"0009_token_renewals.sql","applied_at":"2026-11-18T13:09:20.246701+00:00"},
{"name":"0010_handling_and_delivery.sql","applied_at":"2026-11-18T13:09:20.250272+00:00"},
{"name":"0011_inbox_and_notifications.sql","applied_at":"2026-11-18T13:09:20.259768+00:00"},
{"name":"0012_customers_and_statistics.sql","applied_at":"2026-11-18T13:09:20.286746+00:00"},
{"name":"0013_pages_and_people.sql","applied_at":"2026-11-18T13:09:20.326785+00:00"},
{"name":"0014_files_and_templates.sql","applied_at":"2026-11-18T13:09:20.344123+00:00"},
{"name":"0015_erasures_and_secret_hosts.sql","applied_at":"2026-11-18T13:09:20.361188+00:00"},
{"name":"0016_indexes_of_work.sql","applied_at":"2026-11-18T13:09:20.368325+00:00"}
]');
insert into nodes select * from json_populate_recordset(null::nodes, '[
{"id":"1798d3ab-d606-4320-97ee-74b090aeb743","base_url":"http://banter.invalid","started_at":"2026-11-18T13:09:33.419884+00:00","alive_until":"2026-11-18T13:09:43.420066+00:00","machine":"6d0de3e9-fa96-4df6-9d11-7ec851733668","pid":0,"key_ids":["B7GbtUJ1"]}
]');
insert into page_leases select * from json_populate_recordset(null::page_leases, '[
{"page_id":"tg_42","node_id":"1798d3ab-d606-4320-97ee-74b090aeb743","epoch":2,"is_unfinished":false},
{"page_id":"web_1000002","node_id":"1798d3ab-d606-4320-97ee-74b090aeb743","epoch":2,"is_unfinished":false}
]');
insert into page_tokens select * from json_populate_recordset(null::page_tokens, '[
{"page_id":"web_1000002","hash":"\\xf3bda3e1671df240ebe7aabb85dfd0c6aee865e80c4ab6173a291709e790705d","created_at":"2026-11-18T13:09:25.58267+00:00","last_used_at":null},
{"page_id":"tg_42","hash":"\\xc005c2a552f5328acafcd505aaedbabe3e090685da8cb4cc19f37a3ffb20336e","created_at":"2026-11-18T13:09:24.641394+00:00","last_used_at":"2026-11-18T13:09:31.183279+00:00"}
]');
insert into pages select * from json_populate_recordset(null::pages, '[
{"id":"web_1000002","workspace_id":1001,"channel":"webchat","name":"Corner shop","timezone":"Asia/Ho_Chi_Minh","greeting":null,"hours":null,"origins":[],"welcome_flow_id":null,"default_reply_flow_id":null,"default_reply_seconds":0,"created_at":"2026-11-18T13:09:21.472097+00:00","revision":2,"channel_settings":{},"is_paused":false,"disconnected_reason":null,"connection":1,"pause_minutes":60,"hand_over_minutes":null,"hand_over_text":null,"takes_files":true,"look":{},"welcomes_on_open":true,"prechat_form":null},
{"id":"tg_42","workspace_id":1001,"channel":"telegram","name":"Corner shop","timezone":"Asia/Ho_Chi_Minh","greeting":null,"hours":null,"origins":[],"welcome_flow_id":null,"default_reply_flow_id":null,"default_reply_seconds":0,"created_at":"2026-11-18T13:09:20.449364+00:00","revision":4,"channel_settings":"v1.B7GbtUJ1.WETQysFt6pW9AdW9ZbHy4dllvIrrUDkiHHqFooruvHjZUwTu22wT3wQ7e__btCLhTrtoOR-N3DhNz6E7a6NvdujguCG-AzarKiiDDr6Wpe7i3gPTRByf9ashbhEKnIkR0rdIyhQ5Lc3HMnt5uRbT7Khmys9dnujehBqZK_VFYYQnd2wByXdbFCNRoAc2EUDFxqJ4vZyb2fUwtZWf4TamiZSXH7Usao5bU5ng5S-NcH3lM9zWwfNrevWgBqqFGG4CMVagoKR2fI7WxJPwjV1MUnRq0VxNAn-NPoDV2v6A556-DskoOE4n4WCP6PhT12JHMxi0sHBMyEXTtlSxV1t2zX9ZP68A9VwOwmWjVV-rfA5sk8PP","is_paused":false,"disconnected_reason":null,"connection":2,"pause_minutes":60,"hand_over_minutes":null,"hand_over_text":null,"takes_files":true,"look":{},"welcomes_on_open":true,"prechat_form":null}
]');
insert into profile_syncs select * from json_populate_recordset(null::profile_syncs, '[
{"page_id":"tg_42","state":"done","reason":null,"at":"2026-11-18T13:09:31.111686+00:00","hash":"82cdca79ede2dfbb853b2503b8c4574ce7d47314417a4af1985fd809d02dd796","settled_revision":4}
]');
insert into rate_buckets select * from json_populate_recordset(null::rate_buckets, '[
{"page_id":"tg_42","tokens":180,"taken":20,"refilled_at":"2026-11-18T13:09:31.184131+00:00"}
]');
insert into requests select * from json_populate_recordset(null::requests, '[
{"page_id":"tg_42","id":4016,"psid":"tg_8","request":{"runId":3515,"turn":1,"method":"GET","url":"http://lookup.invalid/stock","headers":[]},"attempts":1}
]');
insert into secrets select * from json_populate_recordset(null::secrets, '[
{"name":"key_check","value":"\\x76312e4237476274554a312e30624e36456866726e632d446f725462667a38446c526a546e4444734e562d556f6d47424d44466767384e785067"},
{"name":"link_key","value":"\\x76312e4237476274554a312e326375345a31646c384952794a4646636845527a6b773258544d43696577305866306c597a78465671515f596f4a4f467a716d4379524444386f646c525673556154786b547a6a36326d684266456f3569755648756f67672d6c395346354e39"},
{"name":"login_key","value":"\\x76312e4237476274554a312e33364b3350735a3456667434746d72596f3173766c6d5f787363526c726d3473314464354f6e68554f686e4e4b7a33465145586a5959576731303054394778416348706651725535476735664b7730796d6f775137324f566563495464465a46"},
{"name":"media_key","value":"\\x76312e4237476274554a312e317a2d787744783152465f5162324964394f79566b514f5470344f426c624c66494630485f6a35695170644e6b2d7365444f5a534c4f6d626f533569677959316a4538564e58576e314e764647413972794f474c7956484933676937684d564e"},
{"name":"push_key","value":"\\x76312e4237476274554a312e506b5871345f3844734f316470742d784a64555238464d7a32534c6869616177396b746f756f4b48656c41783149506742584d385773347a664169424646336d6d4e583664654d4b415f71316a796e6e6930495575446b6a4e387a3852735277"}
]');
insert into sessions select * from json_populate_recordset(null::sessions, '[
{"id":"7FTur86NppapubHmEZkNKx08NTHQWOzs","user_id":"0d0ff19c-9b5e-4c90-b7c2-2f96109aa7a0","token":"sha256.hAYka++xuNKMGB10hbKo3I9745jxKfzmeeTP32Wg3xo=","expires_at":"2026-11-25T13:09:31.123+00:00","ip_address":"127.0.0.1","user_agent":"node","created_at":"2026-11-18T13:09:31.123+00:00","updated_at":"2026-11-18T13:09:31.123+00:00"}
]');
insert into statistics_days select * from json_populate_recordset(null::statistics_days, '[
{"page_id":"tg_42","what":"flow_start","day":"2026-11-18","key":"1005","count":1},
{"page_id":"tg_42","what":"keyword","day":"2026-11-18","key":"1012","count":1},
{"page_id":"tg_42","what":"answered_by_bot","day":"2026-11-18","key":"","count":6},
{"page_id":"tg_42","what":"flow_finish","day":"2026-11-18","key":"1006","count":2},
{"page_id":"tg_42","what":"flow_finish","day":"2026-11-18","key":"1008","count":1},
{"page_id":"tg_42","what":"flow_start","day":"2026-11-18","key":"1006","count":2},
{"page_id":"tg_42","what":"flow_start","day":"2026-11-18","key":"1008","count":1},
{"page_id":"tg_42","what":"flow_start","day":"2026-11-18","key":"1010","count":1},
{"page_id":"tg_42","what":"keyword","day":"2026-11-18","key":"1013","count":2},
{"page_id":"tg_42","what":"keyword","day":"2026-11-18","key":"1014","count":1},
{"page_id":"tg_42","what":"keyword","day":"2026-11-18","key":"1016","count":1},
{"page_id":"tg_42","what":"new_customers","day":"2026-11-18","key":"","count":5},
{"page_id":"tg_42","what":"received","day":"2026-11-18","key":"","count":6},
{"page_id":"tg_42","what":"sent_by_api","day":"2026-11-18","key":"","count":1},
{"page_id":"tg_42","what":"sent_by_bot","day":"2026-11-18","key":"","count":6},
{"page_id":"web_1000002","what":"answered_by_bot","day":"2026-11-18","key":"","count":1},
{"page_id":"web_1000002","what":"flow_start","day":"2026-11-18","key":"1021","count":1},
{"page_id":"web_1000002","what":"keyword","day":"2026-11-18","key":"1028","count":1},
{"page_id":"web_1000002","what":"new_customers","day":"2026-11-18","key":"","count":1},
{"page_id":"web_1000002","what":"received","day":"2026-11-18","key":"","count":1},
{"page_id":"web_1000002","what":"sent_by_bot","day":"2026-11-18","key":"","count":1}
]');
insert into statistics_hours select * from json_populate_recordset(null::statistics_hours, '[
{"page_id":"tg_42","what":"answered_by_bot","hour":"2026-11-18T20:00:00","count":6},
{"page_id":"tg_42","what":"new_customers","hour":"2026-11-18T20:00:00","count":5},
{"page_id":"tg_42","what":"received","hour":"2026-11-18T20:00:00","count":6},
{"page_id":"tg_42","what":"sent_by_api","hour":"2026-11-18T20:00:00","count":1},
{"page_id":"tg_42","what":"sent_by_bot","hour":"2026-11-18T20:00:00","count":6},
{"page_id":"web_1000002","what":"answered_by_bot","hour":"2026-11-18T20:00:00","count":1},
{"page_id":"web_1000002","what":"new_customers","hour":"2026-11-18T20:00:00","count":1},
{"page_id":"web_1000002","what":"received","hour":"2026-11-18T20:00:00","count":1},
{"page_id":"web_1000002","what":"sent_by_bot","hour":"2026-11-18T20:00:00","count":1}
]');
insert into step_days select * from json_populate_recordset(null::step_days, '[
{"page_id":"tg_42","flow_id":1005,"day":"2026-11-18","step":"colour","exit":"","count":1},
{"page_id":"tg_42","flow_id":1005,"day":"2026-11-18","step":"colour","exit":"answered","count":1},
{"page_id":"tg_42","flow_id":1005,"day":"2026-11-18","step":"count","exit":"","count":1},
{"page_id":"tg_42","flow_id":1006,"day":"2026-11-18","step":"hi","exit":"","count":2},
{"page_id":"tg_42","flow_id":1006,"day":"2026-11-18","step":"hi","exit":"next","count":2},
{"page_id":"tg_42","flow_id":1008,"day":"2026-11-18","step":"hi","exit":"","count":1},
{"page_id":"tg_42","flow_id":1008,"day":"2026-11-18","step":"hi","exit":"next","count":1},
{"page_id":"tg_42","flow_id":1010,"day":"2026-11-18","step":"until","exit":"","count":1},
{"page_id":"tg_42","flow_id":1010,"day":"2026-11-18","step":"until","exit":"next","count":1},
{"page_id":"tg_42","flow_id":1010,"day":"2026-11-18","step":"wait","exit":"","count":1},
{"page_id":"web_1000002","flow_id":1021,"day":"2026-11-18","step":"colour","exit":"","count":1}
]');
insert into step_exits select * from json_populate_recordset(null::step_exits, '[
{"page_id":"tg_42","flow_id":1005,"step":"colour","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1005,"step":"colour","exit":"answered","taken":1},
{"page_id":"tg_42","flow_id":1005,"step":"count","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1006,"step":"hi","exit":"","taken":2},
{"page_id":"tg_42","flow_id":1006,"step":"hi","exit":"next","taken":2},
{"page_id":"tg_42","flow_id":1008,"step":"hi","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1008,"step":"hi","exit":"next","taken":1},
{"page_id":"tg_42","flow_id":1010,"step":"until","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1010,"step":"until","exit":"next","taken":1},
{"page_id":"tg_42","flow_id":1010,"step":"wait","exit":"","taken":1},
{"page_id":"web_1000002","flow_id":1021,"step":"colour","exit":"","taken":1}
]');
insert into step_statistics select * from json_populate_recordset(null::step_statistics, '[
{"page_id":"tg_42","flow_id":1005,"step":"colour","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1005,"step":"count","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1008,"step":"hi","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1010,"step":"until","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"web_1000002","flow_id":1021,"step":"colour","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1009,"step":"see","sent":1,"delivery":0,"seen":0,"is_clicked":0}
]');
insert into turns select * from json_populate_recordset(null::turns, '[
{"page_id":"tg_42","id":1501,"psid":"tg_1","send_id":null,"at":"2026-11-18T13:09:29.108883+00:00","event":{"type":"message","text":"order","key":"101"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1012,"rank":"exact","flow":1005}],"visits":[[1005,1,"colour","wait"]],"isCountedLater":true}},
{"page_id":"tg_42","id":1505,"psid":"tg_1","send_id":null,"at":"2026-11-18T13:09:29.197031+00:00","event":{"type":"message","text":"Red","key":"102"},"trace":{"outcome":"answered","triggers":[{"on":"question","verdict":"fits","flow":1005,"step":"colour"}],"visits":[[1005,1,"colour","answered"],[1005,1,"count","wait"]],"isCountedLater":true}},
{"page_id":"tg_42","id":1510,"psid":"tg_3","send_id":null,"at":"2026-11-18T13:09:30.375631+00:00","event":{"type":"message","text":"choose","key":"301"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1014,"rank":"exact","flow":1008}],"visits":[[1008,1,"hi","next"]],"notes":[{"note":"run","run":1509,"flow":1008,"end":"ended"}],"isCountedLater":true}},
{"page_id":"tg_42","id":1512,"psid":"tg_4","send_id":null,"at":"2026-11-18T13:09:30.375631+00:00","event":{"type":"message","text":"tomorrow","key":"401"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1016,"rank":"exact","flow":1010}],"visits":[[1010,1,"until","next"],[1010,1,"wait","wait"]],"isCountedLater":true}},
{"page_id":"web_1000002","id":2509,"psid":"web_108169206269860","send_id":null,"at":"2026-11-18T13:09:30.466151+00:00","event":{"type":"message","text":"order"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1028,"rank":"exact","flow":1021}],"visits":[[1021,1,"colour","wait"]],"isCountedLater":true}},
{"page_id":"tg_42","id":2513,"psid":"tg_5","send_id":null,"at":"2026-11-18T13:09:31.145136+00:00","event":{"type":"message","text":"hello","key":"501"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1013,"rank":"exact","flow":1006}],"visits":[[1006,1,"hi","next"]],"notes":[{"note":"run","run":2513,"flow":1006,"end":"ended"}],"isCountedLater":true}},
{"page_id":"tg_42","id":2516,"psid":"tg_5","send_id":2515,"at":"2026-11-18T13:09:31.191556+00:00","event":{"type":"send_content","content":{"messages":[{"type":"text","text":"Your order is ready"}]},"payload":{},"sendId":2515},"trace":{"outcome":"sent"}},
{"page_id":"tg_42","id":2519,"psid":"tg_6","send_id":null,"at":"2026-11-18T13:09:31.202282+00:00","event":{"type":"message","text":"hello","key":"601"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1013,"rank":"exact","flow":1006}],"visits":[[1006,1,"hi","next"]],"notes":[{"note":"run","run":2519,"flow":1006,"end":"ended"}],"isCountedLater":true}},
{"page_id":"tg_42","id":4013,"psid":"tg_2","send_id":null,"at":"2026-11-18T13:09:33.59985+00:00","event":{"type":"message","text":"think","key":"201"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1015,"rank":"exact","flow":1009}],"visits":[[1009,1,"see","next"],[1009,1,"wait","wait"]],"isCountedLater":true}},
{"page_id":"tg_42","id":4015,"psid":"tg_8","send_id":null,"at":"2026-11-18T13:09:33.59985+00:00","event":{"type":"message","text":"look","key":"801"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1017,"rank":"exact","flow":1011}],"visits":[[1011,1,"ask","wait"]],"isCountedLater":true}}
]');
insert into users select * from json_populate_recordset(null::users, '[
{"id":"0d0ff19c-9b5e-4c90-b7c2-2f96109aa7a0","name":"owner","email":"owner@example.com","email_verified":false,"image":null,"created_at":"2026-11-18T13:09:26.56965+00:00","updated_at":"2026-11-18T13:09:26.56965+00:00","two_factor_enabled":false}
]');
insert into webhook_times select * from json_populate_recordset(null::webhook_times, '[
{"page_id":"tg_42","at":"2026-11-18T13:09:29.039+00:00"}
]');
insert into word_digests select * from json_populate_recordset(null::word_digests, '[
{"page_id":"tg_42","through_id":2520},
{"page_id":"web_1000002","through_id":2510}
]');
insert into workspaces select * from json_populate_recordset(null::workspaces, '[
{"id":1001,"name":"My workspace","created_at":"2026-11-18T13:09:20.399203+00:00"}
]');
select setval('conversation_ids', 5016);
select setval('ids', 1034);
select setval('web_page_numbers', 1000002);
set constraints all immediate;
do $$
declare reference record;
begin
  for reference in select place, conname from strict_references loop
    execute format('alter table %s alter constraint %I not deferrable', reference.place, reference.conname);
  end loop;
end $$;
commit;
