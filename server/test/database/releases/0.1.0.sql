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
{"page_id":"tg_42","key":"update 1001","body_hash":null,"mail_id":1001,"accepted_at":"2026-11-16T15:05:45.836555+00:00"},
{"page_id":"tg_42","key":"update 1002","body_hash":null,"mail_id":1004,"accepted_at":"2026-11-16T15:05:46.138312+00:00"},
{"page_id":"tg_42","key":"update 1004","body_hash":null,"mail_id":1007,"accepted_at":"2026-11-16T15:05:50.295227+00:00"},
{"page_id":"tg_42","key":"update 1003","body_hash":null,"mail_id":1010,"accepted_at":"2026-11-16T15:05:50.345298+00:00"},
{"page_id":"tg_42","key":"update 1005","body_hash":null,"mail_id":1013,"accepted_at":"2026-11-16T15:05:54.777617+00:00"},
{"page_id":"tg_42","key":"api order-17","body_hash":"\\xe75866b87d32fa7d73ca9fdd0c961f9480e361b2abe8065ac50f4f436953f4db","mail_id":1016,"accepted_at":"2026-11-16T15:05:54.925852+00:00"},
{"page_id":"tg_42","key":"update 1006","body_hash":null,"mail_id":1019,"accepted_at":"2026-11-16T15:05:55.003692+00:00"},
{"page_id":"tg_42","key":"update 1007","body_hash":null,"mail_id":1905,"accepted_at":"2026-11-16T15:06:06.474329+00:00"},
{"page_id":"tg_42","key":"update 1008","body_hash":null,"mail_id":1906,"accepted_at":"2026-11-16T15:06:06.558978+00:00"},
{"page_id":"tg_42","key":"update 1009","body_hash":null,"mail_id":1907,"accepted_at":"2026-11-16T15:06:09.840427+00:00"}
]');
insert into accounts select * from json_populate_recordset(null::accounts, '[
{"id":"cbc795d5-7765-47b8-b971-ac6d78df3622","user_id":"5071aa5f-891d-4a8d-b1dc-ca6975ccacb1","account_id":"5071aa5f-891d-4a8d-b1dc-ca6975ccacb1","provider_id":"credential","password":"3bcf4d0f65b3c80ff6f8d27227223019:ff384e6adf903b7709ca6f81b72427bf68cd7a22842c09cd4bd7e965a360fc46a3149edd092686e3fd1d2326a6042782b266c8816f3a702a1f710a0f62bbd532","created_at":"2026-11-16T15:05:35.398131+00:00","updated_at":"2026-11-16T15:05:35.398131+00:00"}
]');
insert into custom_fields select * from json_populate_recordset(null::custom_fields, '[
{"page_id":"web_1000002","id":1018,"position":1,"name":"colour","type":"text"},
{"page_id":"web_1000002","id":1019,"position":2,"name":"count","type":"number"},
{"page_id":"web_1000002","id":1020,"position":3,"name":"found","type":"text"},
{"page_id":"tg_42","id":1002,"position":1,"name":"colour","type":"text"},
{"page_id":"tg_42","id":1003,"position":2,"name":"count","type":"number"},
{"page_id":"tg_42","id":1004,"position":3,"name":"found","type":"text"}
]');
insert into customers select * from json_populate_recordset(null::customers, '[
{"page_id":"tg_42","psid":"tg_1","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{"colour":"Red"},"state":{"turn":2,"lastRunId":1,"main":{"id":1,"flowId":1005,"version":1,"step":"count","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"ask","turn":2,"refused":0}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:05:46.138312+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:05:45.892047+00:00","picture_url":null},
{"page_id":"tg_42","psid":"tg_4","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1,"main":{"id":1,"flowId":1010,"version":1,"step":"wait","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"delay","turn":1}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:05:50.295227+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:05:50.313065+00:00","picture_url":null},
{"page_id":"tg_42","psid":"tg_3","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1,"main":null,"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:05:50.345298+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:05:50.369355+00:00","picture_url":null},
{"page_id":"web_1000002","psid":"web_109541500157311","first_name":null,"last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1,"main":{"id":1,"flowId":1021,"version":1,"step":"colour","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"ask","turn":1,"refused":0}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:05:50.604893+00:00","unreachable":null,"token_hash":"\\x8b1e12ec9323158ec31aff436b9f9c571f9c7e989b326b4210e21bd4b861583e","delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:05:50.424294+00:00","picture_url":null},
{"page_id":"tg_42","psid":"tg_5","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":2,"lastRunId":1,"main":null,"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:05:54.777617+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:05:54.789625+00:00","picture_url":null},
{"page_id":"tg_42","psid":"tg_6","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1,"main":null,"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:05:55.003692+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:05:55.007831+00:00","picture_url":null},
{"page_id":"tg_42","psid":"tg_2","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1,"main":{"id":1,"flowId":1009,"version":1,"step":"wait","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"delay","turn":1}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:06:09.480637+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:06:09.631628+00:00","picture_url":null},
{"page_id":"tg_42","psid":"tg_8","first_name":"Ann","last_name":null,"gender":"UNKNOWN","email":null,"phone":null,"address":null,"locale":null,"timezone":null,"ad_id":null,"tags":[],"fields":{},"state":{"turn":1,"lastRunId":1,"main":{"id":1,"flowId":1011,"version":1,"step":"ask","payload":{},"stack":[],"sendId":null,"isReply":true,"wait":{"type":"request","turn":1}},"sequences":[],"paused":null,"defaultReplyAt":null,"splits":{},"turnsWithoutInput":0,"isKnown":true},"last_input_at":"2026-11-16T15:06:09.634575+00:00","unreachable":null,"token_hash":null,"delivered_through":0,"seen_through":0,"created_at":"2026-11-16T15:06:09.712438+00:00","picture_url":null}
]');
insert into delivery_marks select * from json_populate_recordset(null::delivery_marks, '[
{"page_id":"tg_42","settled_through":1017}
]');
insert into flow_versions select * from json_populate_recordset(null::flow_versions, '[
{"page_id":"tg_42","flow_id":1005,"version":1,"document":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"{{count}} in {{colour}} for you"}]},"next":null}}},"published_at":"2026-11-16T15:05:18.965479+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1006,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"published_at":"2026-11-16T15:05:18.965479+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1007,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"published_at":"2026-11-16T15:05:18.965479+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1008,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1007}]}]},"next":null}}},"published_at":"2026-11-16T15:05:18.965479+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1009,"version":1,"document":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"published_at":"2026-11-16T15:05:18.965479+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1010,"version":1,"document":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"published_at":"2026-11-16T15:05:18.965479+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1011,"version":1,"document":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"published_at":"2026-11-16T15:05:18.965479+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1021,"version":1,"document":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"{{count}} in {{colour}} for you"}]},"next":null}}},"published_at":"2026-11-16T15:05:23.211839+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1022,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"published_at":"2026-11-16T15:05:23.211839+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1023,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"published_at":"2026-11-16T15:05:23.211839+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1024,"version":1,"document":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1023}]}]},"next":null}}},"published_at":"2026-11-16T15:05:23.211839+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1025,"version":1,"document":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"published_at":"2026-11-16T15:05:23.211839+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1026,"version":1,"document":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"published_at":"2026-11-16T15:05:23.211839+00:00","published_by":null},
{"page_id":"web_1000002","flow_id":1027,"version":1,"document":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"published_at":"2026-11-16T15:05:23.211839+00:00","published_by":null},
{"page_id":"tg_42","flow_id":1005,"version":2,"document":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"Thank you"}]},"next":null}}},"published_at":"2026-11-16T15:05:49.839851+00:00","published_by":null}
]');
insert into flows select * from json_populate_recordset(null::flows, '[
{"page_id":"web_1000002","id":1021,"folder_id":null,"name":"Order","position":1,"draft":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"{{count}} in {{colour}} for you"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:23.211839+00:00","updated_at":"2026-11-16T15:05:23.211839+00:00"},
{"page_id":"web_1000002","id":1022,"folder_id":null,"name":"Hello","position":2,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:23.211839+00:00","updated_at":"2026-11-16T15:05:23.211839+00:00"},
{"page_id":"web_1000002","id":1023,"folder_id":null,"name":"Sizes","position":3,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:23.211839+00:00","updated_at":"2026-11-16T15:05:23.211839+00:00"},
{"page_id":"web_1000002","id":1024,"folder_id":null,"name":"Choose","position":4,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1023}]}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:23.211839+00:00","updated_at":"2026-11-16T15:05:23.211839+00:00"},
{"page_id":"web_1000002","id":1025,"folder_id":null,"name":"Think","position":5,"draft":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:23.211839+00:00","updated_at":"2026-11-16T15:05:23.211839+00:00"},
{"page_id":"web_1000002","id":1026,"folder_id":null,"name":"Tomorrow","position":6,"draft":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:23.211839+00:00","updated_at":"2026-11-16T15:05:23.211839+00:00"},
{"page_id":"web_1000002","id":1027,"folder_id":null,"name":"Look","position":7,"draft":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:23.211839+00:00","updated_at":"2026-11-16T15:05:23.211839+00:00"},
{"page_id":"tg_42","id":1006,"folder_id":null,"name":"Hello","position":2,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Welcome back"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:18.965479+00:00","updated_at":"2026-11-16T15:05:49.839851+00:00"},
{"page_id":"tg_42","id":1007,"folder_id":null,"name":"Sizes","position":3,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"From S to XL"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:18.965479+00:00","updated_at":"2026-11-16T15:05:49.839851+00:00"},
{"page_id":"tg_42","id":1008,"folder_id":null,"name":"Choose","position":4,"draft":{"version":1,"start":"hi","steps":{"hi":{"type":"message","content":{"messages":[{"type":"text","text":"Choose","buttons":[{"type":"flow","title":"Sizes","flow_id":1007}]}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:18.965479+00:00","updated_at":"2026-11-16T15:05:49.839851+00:00"},
{"page_id":"tg_42","id":1009,"folder_id":null,"name":"Think","position":5,"draft":{"version":1,"start":"see","steps":{"see":{"type":"message","content":{"messages":[{"type":"text","text":"Let me see"}]},"next":"wait"},"wait":{"type":"delay","seconds":25,"next":"yes"},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Yes"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:18.965479+00:00","updated_at":"2026-11-16T15:05:49.839851+00:00"},
{"page_id":"tg_42","id":1010,"folder_id":null,"name":"Tomorrow","position":6,"draft":{"version":1,"start":"until","steps":{"until":{"type":"message","content":{"messages":[{"type":"text","text":"Until tomorrow"}]},"next":"wait"},"wait":{"type":"delay","seconds":86400,"next":"morning"},"morning":{"type":"message","content":{"messages":[{"type":"text","text":"Good morning"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:18.965479+00:00","updated_at":"2026-11-16T15:05:49.839851+00:00"},
{"page_id":"tg_42","id":1011,"folder_id":null,"name":"Look","position":7,"draft":{"version":1,"start":"ask","steps":{"ask":{"type":"request","method":"GET","url":"http://lookup.invalid/stock","save":[{"path":"/found","field":"found"}],"next":{"ok":"yes","failed":"no"}},"yes":{"type":"message","content":{"messages":[{"type":"text","text":"Found {{found}}"}]},"next":null},"no":{"type":"message","content":{"messages":[{"type":"text","text":"Not found"}]},"next":null}}},"draft_revision":1,"published_version":1,"trashed_at":null,"created_at":"2026-11-16T15:05:18.965479+00:00","updated_at":"2026-11-16T15:05:49.839851+00:00"},
{"page_id":"tg_42","id":1005,"folder_id":null,"name":"Order","position":1,"draft":{"version":1,"start":"colour","steps":{"colour":{"type":"ask","accept":"text","save_to":"colour","content":{"messages":[{"type":"text","text":"Which colour?"}]},"next":{"answered":"count"}},"count":{"type":"ask","accept":"number","save_to":"count","content":{"messages":[{"type":"text","text":"How many?"}]},"next":{"answered":"done"}},"done":{"type":"message","content":{"messages":[{"type":"text","text":"Thank you"}]},"next":null}}},"draft_revision":2,"published_version":2,"trashed_at":null,"created_at":"2026-11-16T15:05:18.965479+00:00","updated_at":"2026-11-16T15:05:49.839851+00:00"}
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
{"key":"from 127.0.0.1","count":1,"ends_at":"2026-11-16T15:06:50.736555+00:00"}
]');
insert into mailbox select * from json_populate_recordset(null::mailbox, '[
{"page_id":"tg_42","id":1201,"psid":"tg_1","due_at":"2026-11-17T15:05:45.836555+00:00","event":{"type":"timer","runId":1,"turn":1},"sequence":null},
{"page_id":"tg_42","id":1202,"psid":"tg_1","due_at":"2026-11-17T15:05:46.138312+00:00","event":{"type":"timer","runId":1,"turn":2},"sequence":null},
{"page_id":"tg_42","id":1203,"psid":"tg_4","due_at":"2026-11-17T15:05:50.295227+00:00","event":{"type":"timer","runId":1,"turn":1},"sequence":null},
{"page_id":"web_1000002","id":1904,"psid":"web_109541500157311","due_at":"2026-11-17T15:05:50.604893+00:00","event":{"type":"timer","runId":1,"turn":1},"sequence":null},
{"page_id":"tg_42","id":2605,"psid":"tg_2","due_at":"2026-11-16T15:06:34.480637+00:00","event":{"type":"timer","runId":1,"turn":1},"sequence":null},
{"page_id":"tg_42","id":2606,"psid":"tg_8","due_at":"2026-11-16T15:07:09.634575+00:00","event":{"type":"timer","runId":1,"turn":1},"sequence":null},
{"page_id":"tg_42","id":1907,"psid":"tg_7","due_at":"2026-11-16T15:06:12.840304+00:00","event":{"type":"message","text":"hello","key":"update 1009","facts":{"firstName":"Ann"}},"sequence":1009}
]');
insert into members select * from json_populate_recordset(null::members, '[
{"workspace_id":1001,"user_id":"5071aa5f-891d-4a8d-b1dc-ca6975ccacb1","role":"owner","created_at":"2026-11-16T15:05:35.398131+00:00"}
]');
insert into message_troubles select * from json_populate_recordset(null::message_troubles, '[
{"page_id":"tg_42","id":1015}
]');
insert into messages select * from json_populate_recordset(null::messages, '[
{"page_id":"tg_42","id":1003,"psid":"tg_1","turn_id":1002,"flow_id":1005,"version":1,"step":"colour","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Which colour?"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1001","clicked":[],"created_at":"2026-11-16T15:05:45.836555+00:00","sent_at":"2026-11-16T15:05:46.194274+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"tg_42","id":1006,"psid":"tg_1","turn_id":1005,"flow_id":1005,"version":1,"step":"count","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"How many?"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1002","clicked":[],"created_at":"2026-11-16T15:05:46.138312+00:00","sent_at":"2026-11-16T15:05:46.269945+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"tg_42","id":1009,"psid":"tg_4","turn_id":1008,"flow_id":1010,"version":1,"step":"until","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Until tomorrow"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1003","clicked":[],"created_at":"2026-11-16T15:05:50.295227+00:00","sent_at":"2026-11-16T15:05:50.393842+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"tg_42","id":1012,"psid":"tg_3","turn_id":1011,"flow_id":1008,"version":1,"step":"hi","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Choose","buttons":[{"type":"press","title":"Sizes","target":{"type":"flow","flow_id":1007}}]},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1004","clicked":[],"created_at":"2026-11-16T15:05:50.345298+00:00","sent_at":"2026-11-16T15:05:50.425929+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"web_1000002","id":1705,"psid":"web_109541500157311","turn_id":1704,"flow_id":1021,"version":1,"step":"colour","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Which colour?"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":null,"clicked":[],"created_at":"2026-11-16T15:05:50.604893+00:00","sent_at":"2026-11-16T15:05:50.604893+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"tg_42","id":1018,"psid":"tg_5","turn_id":1017,"flow_id":null,"version":null,"step":null,"send_id":1016,"lane":"bulk","message_tag":null,"content":{"type":"text","text":"Your order is ready"},"status":"queued","reason":null,"attempts":0,"due_at":null,"possible_duplicate":false,"platform_id":null,"clicked":[],"created_at":"2026-11-16T15:05:54.925852+00:00","sent_at":null,"delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"tg_42","id":1021,"psid":"tg_6","turn_id":1020,"flow_id":1006,"version":1,"step":"hi","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Welcome back"},"status":"sending","reason":null,"attempts":2,"due_at":null,"possible_duplicate":true,"platform_id":null,"clicked":[],"created_at":"2026-11-16T15:05:55.003692+00:00","sent_at":null,"delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"tg_42","id":1015,"psid":"tg_5","turn_id":1014,"flow_id":1006,"version":1,"step":"hi","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Welcome back"},"status":"queued","reason":"platform_error","attempts":2,"due_at":"2026-11-16T15:06:32.301126+00:00","possible_duplicate":false,"platform_id":null,"clicked":[],"created_at":"2026-11-16T15:05:54.777617+00:00","sent_at":null,"delivered_at":null,"seen_at":null,"taken":null,"notes":null},
{"page_id":"tg_42","id":2406,"psid":"tg_2","turn_id":2405,"flow_id":1009,"version":1,"step":"see","send_id":null,"lane":"reply","message_tag":null,"content":{"type":"text","text":"Let me see"},"status":"sent","reason":null,"attempts":1,"due_at":null,"possible_duplicate":false,"platform_id":"1007","clicked":[],"created_at":"2026-11-16T15:06:09.480637+00:00","sent_at":"2026-11-16T15:06:09.749451+00:00","delivered_at":null,"seen_at":null,"taken":null,"notes":null}
]');
insert into migrations select * from json_populate_recordset(null::migrations, '[
{"name":"0001_catalog.sql","applied_at":"2026-11-16T15:05:08.04429+00:00"},
{"name":"0002_logins.sql","applied_at":"2026-11-16T15:05:08.332223+00:00"},
{"name":"0003_conversations.sql","applied_at":"2026-11-16T15:05:08.403859+00:00"},
{"name":"0004_console.sql","applied_at":"2026-11-16T15:05:08.652826+00:00"},
{"name":"0005_delivery.sql","applied_at":"2026-11-16T15:05:08.789695+00:00"},
{"name":"0006_channels.sql","applied_at":"2026-11-16T15:05:08.92608+00:00"},
{"name":"0007_order.sql","applied_at":"2026-11-16T15:05:08.974445+00:00"},
{"name":"0008_message_notes.sql","applied_at":"2026-11-16T15:05:09.007939+00:00"},
{"name":"0009_token_renewals.sql","applied_at":"2026-11-16T15:05:09.023185+00:00"}
]');
insert into nodes select * from json_populate_recordset(null::nodes, '[
{"id":"82a61ff9-4c14-49b7-9c97-cec03adeec01","base_url":"http://banter.invalid","started_at":"2026-11-16T15:06:06.089911+00:00","alive_until":"2026-11-16T15:06:19.118031+00:00","machine":"vm c2e2d55c-6788-41e7-8250-cbf8180f58b0","pid":22421}
]');
insert into page_leases select * from json_populate_recordset(null::page_leases, '[
{"page_id":"tg_42","node_id":"82a61ff9-4c14-49b7-9c97-cec03adeec01","epoch":2,"is_unfinished":false},
{"page_id":"web_1000002","node_id":"82a61ff9-4c14-49b7-9c97-cec03adeec01","epoch":2,"is_unfinished":false}
]');
insert into page_tokens select * from json_populate_recordset(null::page_tokens, '[
{"page_id":"web_1000002","hash":"\\x56f7946124e9a98740823dee3ff0ccdd05224dcd60881de7b3e355ffc7a9868b","created_at":"2026-11-16T15:05:30.947855+00:00","last_used_at":null},
{"page_id":"tg_42","hash":"\\x484a747d7836eae9ad5be45a6ac03ca6015a0882aef782daf4c01e492b79d4fb","created_at":"2026-11-16T15:05:27.556115+00:00","last_used_at":"2026-11-16T15:05:54.863762+00:00"}
]');
insert into pages select * from json_populate_recordset(null::pages, '[
{"id":"web_1000002","workspace_id":1001,"channel":"webchat","name":"Corner shop","timezone":"Asia/Ho_Chi_Minh","greeting":null,"hours":null,"origins":[],"welcome_flow_id":null,"default_reply_flow_id":null,"default_reply_seconds":0,"created_at":"2026-11-16T15:05:15.438941+00:00","revision":2,"channel_settings":{},"is_paused":false,"disconnected_reason":null,"connection":1},
{"id":"tg_42","workspace_id":1001,"channel":"telegram","name":"Corner shop","timezone":"Asia/Ho_Chi_Minh","greeting":null,"hours":null,"origins":[],"welcome_flow_id":null,"default_reply_flow_id":null,"default_reply_seconds":0,"created_at":"2026-11-16T15:05:09.518065+00:00","revision":3,"channel_settings":{"botToken":"42:AAStandInTokenOfTheCornerShopBot1234","botName":"corner_shop_bot","phoneButton":"📞 Share my phone number","apiUrl":"http://telegram.invalid"},"is_paused":false,"disconnected_reason":null,"connection":2}
]');
insert into profile_syncs select * from json_populate_recordset(null::profile_syncs, '[
{"page_id":"tg_42","state":"done","reason":null,"at":"2026-11-16T15:05:47.901315+00:00","hash":"82cdca79ede2dfbb853b2503b8c4574ce7d47314417a4af1985fd809d02dd796","settled_revision":3}
]');
insert into rate_buckets select * from json_populate_recordset(null::rate_buckets, '[
{"page_id":"tg_42","tokens":180,"taken":20,"refilled_at":"2026-11-16T15:05:54.865439+00:00"}
]');
insert into requests select * from json_populate_recordset(null::requests, '[
{"page_id":"tg_42","id":2408,"psid":"tg_8","request":{"runId":1,"turn":1,"method":"GET","url":"http://lookup.invalid/stock","headers":[]},"attempts":1}
]');
insert into secrets select * from json_populate_recordset(null::secrets, '[
{"name":"link_key","value":"\\xd94e2c73efd0fe3829b874f8c824d6538f7a7f00bca580c2c656f094f91509fc"},
{"name":"login_key","value":"\\xc58168e276ddfe1410cfc9bbf2069c67389503da767d93d5feb58df4a5516e8c"},
{"name":"media_key","value":"\\x5ff11077ead4c1b16964184ff1470e12cef8879f8539df146527e9c13a7dc5d2"}
]');
insert into sessions select * from json_populate_recordset(null::sessions, '[
{"id":"wLlZEFrTnATMlCLQMCXryloDrUih8QP5","user_id":"5071aa5f-891d-4a8d-b1dc-ca6975ccacb1","token":"3jLZp4CvkdSoQPuNIQC5LqFYwCCS0nBB","expires_at":"2026-11-23T15:05:54.653+00:00","ip_address":"127.0.0.1","user_agent":"node","created_at":"2026-11-16T15:05:54.653+00:00","updated_at":"2026-11-16T15:05:54.653+00:00"}
]');
insert into step_exits select * from json_populate_recordset(null::step_exits, '[
{"page_id":"tg_42","flow_id":1005,"step":"colour","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1005,"step":"colour","exit":"answered","taken":1},
{"page_id":"tg_42","flow_id":1005,"step":"count","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1010,"step":"until","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1010,"step":"until","exit":"next","taken":1},
{"page_id":"tg_42","flow_id":1010,"step":"wait","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1008,"step":"hi","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1008,"step":"hi","exit":"next","taken":1},
{"page_id":"web_1000002","flow_id":1021,"step":"colour","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1006,"step":"hi","exit":"","taken":2},
{"page_id":"tg_42","flow_id":1006,"step":"hi","exit":"next","taken":2},
{"page_id":"tg_42","flow_id":1009,"step":"see","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1009,"step":"see","exit":"next","taken":1},
{"page_id":"tg_42","flow_id":1009,"step":"wait","exit":"","taken":1},
{"page_id":"tg_42","flow_id":1011,"step":"ask","exit":"","taken":1}
]');
insert into step_statistics select * from json_populate_recordset(null::step_statistics, '[
{"page_id":"tg_42","flow_id":1005,"step":"colour","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1005,"step":"count","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1010,"step":"until","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1008,"step":"hi","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"web_1000002","flow_id":1021,"step":"colour","sent":1,"delivery":0,"seen":0,"is_clicked":0},
{"page_id":"tg_42","flow_id":1009,"step":"see","sent":1,"delivery":0,"seen":0,"is_clicked":0}
]');
insert into turns select * from json_populate_recordset(null::turns, '[
{"page_id":"tg_42","id":1002,"psid":"tg_1","send_id":null,"at":"2026-11-16T15:05:45.836555+00:00","event":{"type":"message","text":"order","key":"update 1001"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1012,"rank":"exact","flow":1005}],"visits":[[1005,1,"colour","wait"]]}},
{"page_id":"tg_42","id":1005,"psid":"tg_1","send_id":null,"at":"2026-11-16T15:05:46.138312+00:00","event":{"type":"message","text":"Red","key":"update 1002"},"trace":{"outcome":"answered","triggers":[{"on":"question","verdict":"fits","flow":1005,"step":"colour"}],"visits":[[1005,1,"colour","answered"],[1005,1,"count","wait"]]}},
{"page_id":"tg_42","id":1008,"psid":"tg_4","send_id":null,"at":"2026-11-16T15:05:50.295227+00:00","event":{"type":"message","text":"tomorrow","key":"update 1004"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1016,"rank":"exact","flow":1010}],"visits":[[1010,1,"until","next"],[1010,1,"wait","wait"]]}},
{"page_id":"tg_42","id":1011,"psid":"tg_3","send_id":null,"at":"2026-11-16T15:05:50.345298+00:00","event":{"type":"message","text":"choose","key":"update 1003"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1014,"rank":"exact","flow":1008}],"visits":[[1008,1,"hi","next"]],"notes":[{"note":"run","run":1,"flow":1008,"end":"ended"}]}},
{"page_id":"web_1000002","id":1704,"psid":"web_109541500157311","send_id":null,"at":"2026-11-16T15:05:50.604893+00:00","event":{"type":"message","text":"order"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1028,"rank":"exact","flow":1021}],"visits":[[1021,1,"colour","wait"]]}},
{"page_id":"tg_42","id":1014,"psid":"tg_5","send_id":null,"at":"2026-11-16T15:05:54.777617+00:00","event":{"type":"message","text":"hello","key":"update 1005"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1013,"rank":"exact","flow":1006}],"visits":[[1006,1,"hi","next"]],"notes":[{"note":"run","run":1,"flow":1006,"end":"ended"}]}},
{"page_id":"tg_42","id":1017,"psid":"tg_5","send_id":1016,"at":"2026-11-16T15:05:54.925852+00:00","event":{"type":"send_content","content":{"messages":[{"type":"text","text":"Your order is ready"}]},"payload":{},"sendId":1016},"trace":{"outcome":"sent"}},
{"page_id":"tg_42","id":1020,"psid":"tg_6","send_id":null,"at":"2026-11-16T15:05:55.003692+00:00","event":{"type":"message","text":"hello","key":"update 1006"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1013,"rank":"exact","flow":1006}],"visits":[[1006,1,"hi","next"]],"notes":[{"note":"run","run":1,"flow":1006,"end":"ended"}]}},
{"page_id":"tg_42","id":2405,"psid":"tg_2","send_id":null,"at":"2026-11-16T15:06:09.480637+00:00","event":{"type":"message","text":"think","key":"update 1007"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1015,"rank":"exact","flow":1009}],"visits":[[1009,1,"see","next"],[1009,1,"wait","wait"]]}},
{"page_id":"tg_42","id":2407,"psid":"tg_8","send_id":null,"at":"2026-11-16T15:06:09.634575+00:00","event":{"type":"message","text":"look","key":"update 1008"},"trace":{"outcome":"started","triggers":[{"on":"keyword","verdict":"matched","keyword":1017,"rank":"exact","flow":1011}],"visits":[[1011,1,"ask","wait"]]}}
]');
insert into users select * from json_populate_recordset(null::users, '[
{"id":"5071aa5f-891d-4a8d-b1dc-ca6975ccacb1","name":"owner","email":"owner@example.com","email_verified":false,"image":null,"created_at":"2026-11-16T15:05:35.398131+00:00","updated_at":"2026-11-16T15:05:35.398131+00:00","two_factor_enabled":false}
]');
insert into workspaces select * from json_populate_recordset(null::workspaces, '[
{"id":1001,"name":"My workspace","created_at":"2026-11-16T15:05:09.485378+00:00"}
]');
select setval('conversation_ids', 2606);
select setval('ids', 1033);
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
