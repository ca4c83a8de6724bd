-- The schema after all migrations. Rewritten by `npm test -- schema --update`; do not edit it.

create sequence conversation_ids as bigint start 1001;

create sequence ids as bigint start 1001;

create sequence web_page_numbers as bigint start 1000002;

create table accepted_keys (
  page_id text not null,
  key text not null,
  body_hash bytea,
  mail_id bigint not null,
  accepted_at timestamp with time zone not null,
  constraint accepted_keys_pkey PRIMARY KEY (page_id, key)
);

create table accepted_keys_cleaned (
  is_only boolean not null default true,
  through timestamp with time zone not null,
  constraint accepted_keys_cleaned_pkey PRIMARY KEY (is_only),
  constraint accepted_keys_cleaned_is_only_check CHECK (is_only)
);

create table accounts (
  id text not null,
  user_id text not null,
  account_id text not null,
  provider_id text not null,
  password text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_user_id_provider_id_key UNIQUE (user_id, provider_id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table api_tokens (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  scope text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (page_id, id),
  constraint api_tokens_page_id_hash_key UNIQUE (page_id, hash),
  constraint api_tokens_page_id_name_key UNIQUE (page_id, name),
  constraint api_tokens_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint api_tokens_name_check CHECK ((name <> ''::text)),
  constraint api_tokens_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'send'::text, 'all'::text])))
);

create table audit_log (
  workspace_id bigint not null,
  id bigint not null default nextval('ids'::regclass),
  at timestamp with time zone not null default now(),
  user_id text not null,
  page text,
  action text not null,
  subject text,
  subject_id bigint,
  constraint audit_log_pkey PRIMARY KEY (workspace_id, id),
  constraint audit_log_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table broadcasts (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  state text not null default 'draft'::text,
  user_id text not null,
  spec json not null,
  condition json,
  send_ids bigint[] not null default '{}'::bigint[],
  phase smallint not null default 1,
  winner smallint,
  "position" text,
  due_at timestamp with time zone,
  later_at timestamp with time zone,
  total integer,
  done integer not null default 0,
  node_id uuid,
  error text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint broadcasts_pkey PRIMARY KEY (page_id, id),
  constraint broadcasts_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint broadcasts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'running'::text, 'paused'::text, 'done'::text, 'stopped'::text, 'failed'::text])))
);

create table closed_first_steps (
  page_id text not null,
  closed_at timestamp with time zone not null default now(),
  constraint closed_first_steps_pkey PRIMARY KEY (page_id),
  constraint closed_first_steps_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table conversation_notes (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  psid text not null,
  user_id text not null,
  at timestamp with time zone not null default now(),
  text text not null,
  key text,
  constraint conversation_notes_pkey PRIMARY KEY (page_id, id),
  constraint conversation_notes_page_id_psid_key_key UNIQUE (page_id, psid, key)
);

create table conversations (
  page_id text not null,
  psid text not null,
  last_id bigint not null,
  last_at timestamp with time zone not null,
  last_from text not null,
  last_kind text not null,
  last_text text not null,
  has_written boolean not null default false,
  unread integer not null default 0,
  read_through bigint not null default 0,
  assigned_to text,
  changed bigint not null,
  seen_through bigint,
  needed_at timestamp with time zone,
  settled_through bigint,
  late_for timestamp with time zone,
  constraint conversations_pkey PRIMARY KEY (page_id, psid),
  constraint conversations_last_from_check CHECK ((last_from = ANY (ARRAY['customer'::text, 'bot'::text, 'person'::text])))
) with (fillfactor=80);

create table custom_fields (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  name text not null,
  type text not null,
  label text,
  constraint custom_fields_pkey PRIMARY KEY (page_id, id),
  constraint custom_fields_page_id_name_key UNIQUE (page_id, name),
  constraint custom_fields_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'date'::text])))
);

create table customer_changes (
  page_id text not null,
  id bigint not null default nextval('conversation_ids'::regclass),
  psid text not null,
  constraint customer_changes_pkey PRIMARY KEY (page_id, id)
);

create table customer_index (
  page_id text not null,
  psid text not null,
  created_at timestamp with time zone not null,
  name text not null,
  source text,
  terms tsvector not null,
  facts jsonb,
  constraint customer_index_pkey PRIMARY KEY (page_id, psid)
);

create table customer_job_changes (
  page_id text not null,
  job_id bigint not null,
  id bigint not null default nextval('ids'::regclass),
  psid text not null,
  edit json not null,
  undo json,
  is_sent boolean not null default false,
  constraint customer_job_changes_pkey PRIMARY KEY (page_id, job_id, id)
);

create table customer_job_rows (
  page_id text not null,
  job_id bigint not null,
  line integer not null,
  cells text[] not null,
  error text,
  constraint customer_job_rows_pkey PRIMARY KEY (page_id, job_id, line)
);

create table customer_jobs (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  kind text not null,
  state text not null,
  user_id text not null,
  spec json not null,
  "position" text,
  total integer,
  done integer not null default 0,
  changed integer not null default 0,
  created integer not null default 0,
  failed integer not null default 0,
  node_id uuid,
  error text,
  undone_by bigint,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  failed_in text,
  constraint customer_jobs_pkey PRIMARY KEY (page_id, id),
  constraint customer_jobs_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint customer_jobs_failed_in_check CHECK ((failed_in = ANY (ARRAY['checking'::text, 'running'::text]))),
  constraint customer_jobs_kind_check CHECK ((kind = ANY (ARRAY['bulk'::text, 'import'::text, 'undo'::text]))),
  constraint customer_jobs_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text, 'stopped'::text])))
);

create table customers (
  page_id text not null,
  psid text not null,
  first_name text,
  last_name text,
  gender text not null default 'UNKNOWN'::text,
  email text,
  phone text,
  address text,
  locale text,
  timezone text,
  ad_id text,
  tags bigint[] not null default '{}'::bigint[],
  fields json not null default '{}'::json,
  state json,
  last_input_at timestamp with time zone,
  unreachable text,
  token_hash bytea,
  delivered_through bigint not null default 0,
  seen_through bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  picture_url text,
  is_blocked boolean not null default false,
  form_at timestamp with time zone,
  other_psid text,
  wants_news boolean,
  planned_at bigint[],
  constraint customers_pkey PRIMARY KEY (page_id, psid),
  constraint customers_gender_check CHECK ((gender = ANY (ARRAY['MALE'::text, 'FEMALE'::text, 'UNKNOWN'::text])))
) with (fillfactor=85);

create table delivery_marks (
  page_id text not null,
  settled_through bigint not null,
  waiting bigint not null default 0,
  health json,
  constraint delivery_marks_pkey PRIMARY KEY (page_id),
  constraint delivery_marks_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
) with (fillfactor=50);

create table digests (
  page_id text not null,
  through_id bigint not null default 0,
  changed bigint not null default 0,
  constraint digests_pkey PRIMARY KEY (page_id),
  constraint digests_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
) with (fillfactor=50);

create table erased_customers (
  page_id text not null,
  psid_hash bytea not null,
  erased_at timestamp with time zone not null,
  constraint erased_customers_pkey PRIMARY KEY (page_id, psid_hash),
  constraint erased_customers_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table evaluation_questions (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  evaluation_id bigint not null,
  "position" integer not null,
  psid text,
  question json not null,
  draft json,
  live json,
  constraint evaluation_questions_pkey PRIMARY KEY (page_id, id),
  constraint evaluation_questions_page_id_evaluation_id_fkey FOREIGN KEY (page_id, evaluation_id) REFERENCES evaluations(page_id, id) ON DELETE CASCADE
);

create table evaluations (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  flow_id bigint,
  step text not null,
  blocks boolean not null,
  targets text[] not null default '{}'::text[],
  next_at timestamp with time zone,
  ran_at timestamp with time zone,
  constraint evaluations_pkey PRIMARY KEY (page_id, id),
  constraint evaluations_page_id_name_key UNIQUE (page_id, name),
  constraint evaluations_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table event_deliveries (
  page_id text not null,
  endpoint_id bigint not null,
  event text not null,
  type text not null,
  psid text not null,
  about bigint,
  data json not null,
  at timestamp with time zone not null,
  due_at timestamp with time zone,
  attempts smallint not null default 0,
  is_done boolean not null default false,
  answer text,
  tried_at timestamp with time zone,
  constraint event_deliveries_pkey PRIMARY KEY (page_id, endpoint_id, event)
) with (fillfactor=70);

create table event_endpoints (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  target json not null,
  types text[] not null,
  is_on boolean not null default true,
  stopped_because text,
  failing_since timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null default now(),
  constraint event_endpoints_pkey PRIMARY KEY (page_id, id),
  constraint event_endpoints_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table flow_phone_numbers (
  page_id text not null,
  flow_id bigint not null,
  psid text not null,
  constraint flow_phone_numbers_pkey PRIMARY KEY (page_id, flow_id, psid)
);

create table flow_versions (
  page_id text not null,
  flow_id bigint not null,
  version integer not null,
  document json not null,
  published_at timestamp with time zone not null default now(),
  published_by text,
  constraint flow_versions_pkey PRIMARY KEY (page_id, flow_id, version),
  constraint flow_versions_page_id_flow_id_fkey FOREIGN KEY (page_id, flow_id) REFERENCES flows(page_id, id) ON DELETE CASCADE
);

create table flows (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  folder_id bigint,
  name text not null,
  "position" integer not null,
  draft json not null,
  draft_revision bigint not null default 1,
  published_version integer,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_on boolean not null default true,
  publish_at timestamp with time zone,
  publish_by text,
  constraint flows_pkey PRIMARY KEY (page_id, id),
  constraint flows_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint flows_page_id_folder_id_fkey FOREIGN KEY (page_id, folder_id) REFERENCES folders(page_id, id) ON DELETE SET NULL (folder_id),
  constraint flows_page_id_id_published_version_fkey FOREIGN KEY (page_id, id, published_version) REFERENCES flow_versions(page_id, flow_id, version) DEFERRABLE INITIALLY DEFERRED
);

create table folders (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  parent_id bigint,
  name text not null,
  "position" integer not null,
  constraint folders_pkey PRIMARY KEY (page_id, id),
  constraint folders_page_id_parent_id_name_key UNIQUE NULLS NOT DISTINCT (page_id, parent_id, name),
  constraint folders_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint folders_page_id_parent_id_fkey FOREIGN KEY (page_id, parent_id) REFERENCES folders(page_id, id),
  constraint folders_check CHECK ((parent_id <> id))
);

create table hand_overs (
  page_id text not null,
  psid text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  flow_id bigint,
  turn_id bigint not null,
  constraint hand_overs_pkey PRIMARY KEY (page_id, psid)
);

create table host_troubles (
  page_id text not null,
  host text not null,
  since timestamp with time zone not null default now(),
  at timestamp with time zone not null default now(),
  failure text not null,
  constraint host_troubles_pkey PRIMARY KEY (page_id, host),
  constraint host_troubles_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table ice_breakers (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  title text not null,
  flow_id bigint,
  constraint ice_breakers_pkey PRIMARY KEY (page_id, id),
  constraint ice_breakers_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint ice_breakers_page_id_flow_id_fkey FOREIGN KEY (page_id, flow_id) REFERENCES flows(page_id, id) ON DELETE SET NULL (flow_id)
);

create table idempotency_keys (
  page_id text not null,
  key text not null,
  body_hash bytea not null,
  reply json,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (page_id, key),
  constraint idempotency_keys_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table inbox_views (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  filter text not null,
  user_id text,
  condition json,
  constraint inbox_views_pkey PRIMARY KEY (page_id, id),
  constraint inbox_views_page_id_name_key UNIQUE (page_id, name),
  constraint inbox_views_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table incoming_calls (
  page_id text not null,
  hook_id bigint not null,
  id bigint not null default nextval('ids'::regclass),
  psid text,
  at timestamp with time zone not null default now(),
  outcome text not null,
  body text not null,
  constraint incoming_calls_pkey PRIMARY KEY (page_id, hook_id, id)
);

create table incoming_hooks (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  secret_hash bytea not null,
  mapping json not null,
  is_on boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint incoming_hooks_pkey PRIMARY KEY (page_id, id),
  constraint incoming_hooks_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table invitations (
  workspace_id bigint not null,
  id bigint not null default nextval('ids'::regclass),
  role text not null,
  email text,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (workspace_id, id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'agent'::text, 'viewer'::text])))
);

create table keywords (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  name text not null,
  match text not null,
  phrases text[] not null default '{}'::text[],
  require text not null default 'any'::text,
  excludes text[] not null default '{}'::text[],
  typos boolean not null default false,
  hours json,
  flow_id bigint,
  is_activated boolean not null default false,
  constraint keywords_pkey PRIMARY KEY (page_id, id),
  constraint keywords_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint keywords_page_id_flow_id_fkey FOREIGN KEY (page_id, flow_id) REFERENCES flows(page_id, id) ON DELETE SET NULL (flow_id),
  constraint keywords_match_check CHECK ((match = ANY (ARRAY['is'::text, 'contains_word'::text, 'contains'::text, 'begins'::text, 'ends'::text, 'regex'::text]))),
  constraint keywords_require_check CHECK ((require = ANY (ARRAY['any'::text, 'all'::text])))
);

create table knowledge_misses (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  psid text not null,
  question text not null,
  folded text not null,
  score real not null,
  asked_at timestamp with time zone not null default now(),
  constraint knowledge_misses_pkey PRIMARY KEY (page_id, id)
);

create table knowledge_passages (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  source_id bigint not null,
  heading text not null,
  text text not null,
  url text,
  words tsvector not null,
  embedding bytea,
  constraint knowledge_passages_pkey PRIMARY KEY (page_id, id),
  constraint knowledge_passages_page_id_source_id_fkey FOREIGN KEY (page_id, source_id) REFERENCES knowledge_sources(page_id, id) ON DELETE CASCADE
);

create table knowledge_sources (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  kind text not null,
  name text not null,
  settings json not null,
  state text not null,
  error text,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  next_read_at timestamp with time zone,
  content_hash bytea,
  documents integer not null default 0,
  passages integer not null default 0,
  embedded_with text,
  embed_at timestamp with time zone,
  embed_error text,
  constraint knowledge_sources_pkey PRIMARY KEY (page_id, id),
  constraint knowledge_sources_page_id_name_key UNIQUE (page_id, name),
  constraint knowledge_sources_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create unlogged table login_attempts (
  key text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint login_attempts_pkey PRIMARY KEY (key)
);

create table mailbox (
  page_id text not null,
  id bigint not null default nextval('conversation_ids'::regclass),
  psid text not null,
  due_at timestamp with time zone not null,
  event json not null,
  sequence bigint,
  constraint mailbox_pkey PRIMARY KEY (page_id, id)
);

create table media (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  state text not null default 'uploading'::text,
  name text not null,
  folded_name text not null,
  kind text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  source text not null,
  psid text,
  created_by text,
  created_at timestamp with time zone not null default now(),
  constraint media_pkey PRIMARY KEY (page_id, id),
  constraint media_check CHECK ((((source = 'customer'::text) = (psid IS NOT NULL)) OR (state = 'deleted'::text))),
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'file'::text]))),
  constraint media_source_check CHECK ((source = ANY (ARRAY['member'::text, 'customer'::text]))),
  constraint media_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'stored'::text, 'deleted'::text])))
);

create table members (
  workspace_id bigint not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint members_pkey PRIMARY KEY (workspace_id, user_id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'agent'::text, 'viewer'::text])))
);

create table menu_items (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  title text not null,
  type text not null,
  flow_id bigint,
  url text,
  command text,
  constraint menu_items_pkey PRIMARY KEY (page_id, id),
  constraint menu_items_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint menu_items_page_id_flow_id_fkey FOREIGN KEY (page_id, flow_id) REFERENCES flows(page_id, id) ON DELETE SET NULL (flow_id),
  constraint menu_items_check CHECK ((((type = 'flow'::text) AND (url IS NULL)) OR ((type = 'link'::text) AND (flow_id IS NULL) AND (url IS NOT NULL)))),
  constraint menu_items_command_check CHECK ((command ~ '^[a-z0-9_]{1,32}$'::text))
);

create table message_attempts (
  page_id text not null,
  message_id bigint not null,
  attempt integer not null,
  at timestamp with time zone not null,
  answered_at timestamp with time zone,
  outcome text not null,
  answer text,
  constraint message_attempts_pkey PRIMARY KEY (page_id, message_id, attempt),
  constraint message_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'retry'::text, 'throttled'::text, 'failed'::text, 'unknown'::text])))
);

create table message_forms (
  page_id text not null,
  platform_id text not null,
  name text not null,
  status text not null,
  constraint message_forms_pkey PRIMARY KEY (page_id, platform_id),
  constraint message_forms_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table message_templates (
  page_id text not null,
  name text not null,
  language text not null,
  platform_id text not null,
  category text not null,
  status text not null,
  quality text,
  reason text,
  parts json not null,
  constraint message_templates_pkey PRIMARY KEY (page_id, name, language),
  constraint message_templates_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table message_troubles (
  page_id text not null,
  id bigint not null,
  constraint message_troubles_pkey PRIMARY KEY (page_id, id)
);

create table message_words (
  page_id text not null,
  id bigint not null,
  psid text not null,
  words tsvector not null,
  constraint message_words_pkey PRIMARY KEY (page_id, id)
);

create table messages (
  page_id text not null,
  id bigint not null,
  psid text not null,
  turn_id bigint not null,
  flow_id bigint,
  version integer,
  step text,
  send_id bigint,
  lane text not null,
  message_tag text,
  content json not null,
  status text not null,
  reason text,
  attempts smallint not null default 0,
  due_at timestamp with time zone,
  possible_duplicate boolean not null default false,
  platform_id text,
  clicked smallint[] not null default '{}'::smallint[],
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  seen_at timestamp with time zone,
  taken text[],
  notes json,
  error_code text,
  constraint messages_pkey PRIMARY KEY (page_id, id),
  constraint messages_lane_check CHECK ((lane = ANY (ARRAY['reply'::text, 'bulk'::text]))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'seen'::text, 'failed'::text])))
) with (fillfactor=70);

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table model_limits (
  page_id text not null,
  limits json not null,
  noticed json not null default '{}'::json,
  constraint model_limits_pkey PRIMARY KEY (page_id),
  constraint model_limits_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table model_usage (
  page_id text not null,
  psid text not null,
  day date not null,
  calls bigint not null,
  tokens bigint not null,
  cost bigint not null,
  constraint model_usage_pkey PRIMARY KEY (page_id, psid, day)
);

create table models (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  name text not null,
  model json not null,
  constraint models_pkey PRIMARY KEY (page_id, id),
  constraint models_page_id_name_key UNIQUE (page_id, name),
  constraint models_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table nodes (
  id uuid not null,
  base_url text not null,
  started_at timestamp with time zone not null default now(),
  alive_until timestamp with time zone not null default now(),
  machine text not null default ''::text,
  pid integer not null default 0,
  key_ids text[],
  constraint nodes_pkey PRIMARY KEY (id)
);

create table notices (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  notification_id bigint,
  way text not null,
  user_id text,
  endpoint text,
  due_at timestamp with time zone not null default now(),
  attempts smallint not null default 0,
  constraint notices_pkey PRIMARY KEY (page_id, id),
  constraint notices_way_check CHECK ((way = ANY (ARRAY['browser'::text, 'email'::text, 'telegram'::text, 'webhook'::text])))
) with (fillfactor=70);

create table notification_choices (
  user_id text not null,
  choices json,
  read_through timestamp with time zone,
  constraint notification_choices_pkey PRIMARY KEY (user_id),
  constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notification_ways (
  page_id text not null,
  telegram json,
  webhook json,
  language text not null default 'en'::text,
  telegram_failure text,
  webhook_failure text,
  constraint notification_ways_pkey PRIMARY KEY (page_id),
  constraint notification_ways_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table notifications (
  page_id text not null,
  id bigint not null,
  psid text,
  flow_id bigint,
  text text not null,
  created_at timestamp with time zone not null,
  kind text not null default 'notify'::text,
  is_new boolean not null default false,
  constraint notifications_pkey PRIMARY KEY (page_id, id)
);

create table page_leases (
  page_id text not null,
  node_id uuid,
  epoch bigint not null,
  is_unfinished boolean not null default false,
  constraint page_leases_pkey PRIMARY KEY (page_id)
);

create table page_removals (
  page_id text not null,
  started_at timestamp with time zone not null default now(),
  step integer not null default 0,
  after text[],
  constraint page_removals_pkey PRIMARY KEY (page_id)
);

create table page_secrets (
  page_id text not null,
  name text not null,
  value text not null,
  updated_at timestamp with time zone not null default now(),
  hosts text[] not null default '{}'::text[],
  constraint page_secrets_pkey PRIMARY KEY (page_id, name),
  constraint page_secrets_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table page_tokens (
  page_id text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint page_tokens_pkey PRIMARY KEY (page_id),
  constraint page_tokens_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table pages (
  id text not null,
  workspace_id bigint not null,
  channel text not null,
  name text not null,
  timezone text not null default 'UTC'::text,
  greeting text,
  hours json,
  origins text[] not null default '{}'::text[],
  welcome_flow_id bigint,
  default_reply_flow_id bigint,
  default_reply_seconds integer not null default 0,
  created_at timestamp with time zone not null default now(),
  revision bigint not null default 1,
  channel_settings json not null default '{}'::json,
  is_paused boolean not null default false,
  disconnected_reason text,
  connection bigint not null default 1,
  pause_minutes integer default 60,
  hand_over_minutes integer,
  hand_over_text text,
  takes_files boolean not null default true,
  look json not null default '{}'::json,
  welcomes_on_open boolean not null default false,
  prechat_form jsonb,
  answer_minutes integer,
  audience json,
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_id_default_reply_flow_id_fkey FOREIGN KEY (id, default_reply_flow_id) REFERENCES flows(page_id, id) ON DELETE SET NULL (default_reply_flow_id),
  constraint pages_id_welcome_flow_id_fkey FOREIGN KEY (id, welcome_flow_id) REFERENCES flows(page_id, id) ON DELETE SET NULL (welcome_flow_id),
  constraint pages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint pages_default_reply_seconds_check CHECK ((default_reply_seconds >= 0)),
  constraint pages_hand_over_minutes_check CHECK ((hand_over_minutes > 0)),
  constraint pages_pause_minutes_check CHECK ((pause_minutes > 0))
);

create table parked_mail (
  page_id text not null,
  id bigint not null,
  psid text not null,
  event json not null,
  error text not null,
  parked_at timestamp with time zone not null default now(),
  constraint parked_mail_pkey PRIMARY KEY (page_id, id)
);

create table password_resets (
  token_hash bytea not null,
  user_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table person_answers (
  page_id text not null,
  id bigint not null,
  day date not null,
  user_id text,
  seconds integer not null,
  constraint person_answers_pkey PRIMARY KEY (page_id, day, id)
);

create table platform_accounts (
  page_id text not null,
  templates_read_at timestamp with time zone,
  forms_read_at timestamp with time zone,
  quality text,
  messaging_limit text,
  restriction text,
  constraint platform_accounts_pkey PRIMARY KEY (page_id),
  constraint platform_accounts_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table platform_files (
  page_id text not null,
  file_hash bytea not null,
  platform_id text not null,
  expires_at timestamp with time zone not null,
  constraint platform_files_pkey PRIMARY KEY (page_id, file_hash),
  constraint platform_files_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table profile_syncs (
  page_id text not null,
  state text not null,
  reason text,
  at timestamp with time zone not null,
  hash text,
  settled_revision bigint not null default 0,
  constraint profile_syncs_pkey PRIMARY KEY (page_id),
  constraint profile_syncs_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint profile_syncs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])))
);

create table push_subscriptions (
  user_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (user_id, endpoint),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create unlogged table rate_buckets (
  page_id text not null,
  tokens double precision not null,
  taken double precision not null,
  refilled_at timestamp with time zone not null,
  constraint rate_buckets_pkey PRIMARY KEY (page_id)
);

create table requests (
  page_id text not null,
  id bigint not null,
  psid text not null,
  request json not null,
  attempts smallint not null default 0,
  reserved json,
  constraint requests_pkey PRIMARY KEY (page_id, id)
);

create table retention_positions (
  page_id text not null,
  checked_at timestamp with time zone not null default now(),
  restarted_at timestamp with time zone not null default now(),
  messages_through bigint not null default 0,
  turns_through bigint not null default 0,
  traces_through bigint not null default 0,
  constraint retention_positions_pkey PRIMARY KEY (page_id),
  constraint retention_positions_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
) with (fillfactor=50);

create table retention_settings (
  page_id text not null,
  messages_days integer,
  turns_days integer,
  traces_days integer,
  visits_days integer,
  audit_days integer,
  constraint retention_settings_pkey PRIMARY KEY (page_id),
  constraint retention_settings_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint retention_settings_audit_days_check CHECK ((audit_days > 0)),
  constraint retention_settings_messages_days_check CHECK ((messages_days > 0)),
  constraint retention_settings_traces_days_check CHECK ((traces_days > 0)),
  constraint retention_settings_turns_days_check CHECK ((turns_days > 0)),
  constraint retention_settings_visits_days_check CHECK ((visits_days > 0))
);

create table rule_turns (
  page_id text not null,
  rule_id bigint not null,
  turn_id bigint not null,
  constraint rule_turns_pkey PRIMARY KEY (page_id, rule_id, turn_id)
);

create table rules (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  name text not null,
  is_on boolean not null,
  rule json not null,
  due_at timestamp with time zone,
  due_day date,
  constraint rules_pkey PRIMARY KEY (page_id, id),
  constraint rules_page_id_name_key UNIQUE (page_id, name),
  constraint rules_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table saved_replies (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  text text not null,
  constraint saved_replies_pkey PRIMARY KEY (page_id, id),
  constraint saved_replies_page_id_name_key UNIQUE (page_id, name),
  constraint saved_replies_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table secrets (
  name text not null,
  value bytea not null,
  constraint secrets_pkey PRIMARY KEY (name)
);

create table segments (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  name text not null,
  condition json not null,
  constraint segments_pkey PRIMARY KEY (page_id, id),
  constraint segments_page_id_name_key UNIQUE (page_id, name),
  constraint segments_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table sequence_versions (
  page_id text not null,
  sequence_id bigint not null,
  version integer not null,
  steps json not null,
  moves_people boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint sequence_versions_pkey PRIMARY KEY (page_id, sequence_id, version),
  constraint sequence_versions_page_id_sequence_id_fkey FOREIGN KEY (page_id, sequence_id) REFERENCES sequences(page_id, id) ON DELETE CASCADE
);

create table sequences (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  name text not null,
  is_on boolean not null,
  version integer not null,
  leave json not null,
  constraint sequences_pkey PRIMARY KEY (page_id, id),
  constraint sequences_page_id_name_key UNIQUE (page_id, name),
  constraint sequences_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table sessions (
  id text not null,
  user_id text not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table statistics_days (
  page_id text not null,
  what text not null,
  day date not null,
  key text not null,
  count bigint not null,
  constraint statistics_days_pkey PRIMARY KEY (page_id, what, day, key),
  constraint statistics_days_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
) with (fillfactor=70);

create table statistics_hours (
  page_id text not null,
  what text not null,
  hour timestamp without time zone not null,
  count bigint not null,
  constraint statistics_hours_pkey PRIMARY KEY (page_id, what, hour),
  constraint statistics_hours_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
) with (fillfactor=70);

create table step_days (
  page_id text not null,
  flow_id bigint not null,
  day date not null,
  step text not null,
  exit text not null,
  count bigint not null,
  constraint step_days_pkey PRIMARY KEY (page_id, flow_id, day, step, exit),
  constraint step_days_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
) with (fillfactor=70);

create table step_exits (
  page_id text not null,
  flow_id bigint not null,
  step text not null,
  exit text not null,
  taken bigint not null,
  constraint step_exits_pkey PRIMARY KEY (page_id, flow_id, step, exit)
) with (fillfactor=50);

create table step_statistics (
  page_id text not null,
  flow_id bigint not null,
  step text not null,
  sent bigint not null default 0,
  delivery bigint not null default 0,
  seen bigint not null default 0,
  is_clicked bigint not null default 0,
  constraint step_statistics_pkey PRIMARY KEY (page_id, flow_id, step)
) with (fillfactor=50);

create table tags (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  name text not null,
  constraint tags_pkey PRIMARY KEY (page_id, id),
  constraint tags_page_id_name_key UNIQUE (page_id, name),
  constraint tags_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table token_renewals (
  page_id text not null,
  due_at timestamp with time zone,
  failures integer not null default 0,
  reason text,
  constraint token_renewals_pkey PRIMARY KEY (page_id),
  constraint token_renewals_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table tools (
  page_id text not null,
  id bigint not null default nextval('ids'::regclass),
  "position" integer not null,
  type text not null,
  name text not null,
  ref text,
  flow_id bigint,
  is_published boolean not null default false,
  settings jsonb,
  constraint tools_pkey PRIMARY KEY (page_id, id),
  constraint tools_page_id_ref_key UNIQUE (page_id, ref) DEFERRABLE INITIALLY DEFERRED,
  constraint tools_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint tools_page_id_flow_id_fkey FOREIGN KEY (page_id, flow_id) REFERENCES flows(page_id, id) ON DELETE SET NULL (flow_id),
  constraint tools_type_check CHECK ((((type = ANY (ARRAY['chat_ref_url'::text, 'social_ads_json'::text, 'qr_code'::text, 'chat_widget'::text])) AND (settings IS NULL)) OR ((type = ANY (ARRAY['comments'::text, 'story_mention'::text, 'story_reply'::text, 'form'::text, 'location'::text, 'order'::text, 'reaction'::text, 'follow'::text, 'ad'::text, 'payment'::text])) AND (settings IS NOT NULL) AND (ref IS NULL))))
);

create table tried_settings (
  page_id text not null,
  channel text not null,
  settings json not null,
  expires_at timestamp with time zone not null,
  constraint tried_settings_pkey PRIMARY KEY (page_id)
);

create table turns (
  page_id text not null,
  id bigint not null,
  psid text not null,
  send_id bigint,
  at timestamp with time zone not null,
  event json not null,
  trace json,
  constraint turns_pkey PRIMARY KEY (page_id, id)
);

create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_key UNIQUE (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table unmatched_turns (
  page_id text not null,
  id bigint not null,
  day date not null,
  constraint unmatched_turns_pkey PRIMARY KEY (page_id, day, id)
);

create table users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  two_factor_enabled boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);

create table webhook_times (
  page_id text not null,
  at timestamp with time zone not null,
  constraint webhook_times_pkey PRIMARY KEY (page_id),
  constraint webhook_times_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

create table word_digests (
  page_id text not null,
  through_id bigint not null default 0,
  constraint word_digests_pkey PRIMARY KEY (page_id),
  constraint word_digests_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
) with (fillfactor=50);

create table workspaces (
  id bigint not null default nextval('ids'::regclass),
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint workspaces_pkey PRIMARY KEY (id)
);

CREATE INDEX accepted_keys_by_age ON accepted_keys USING brin (accepted_at);

CREATE INDEX audit_log_by_subject ON audit_log USING btree (page, subject) WHERE (subject IS NOT NULL);

CREATE INDEX broadcasts_open ON broadcasts USING btree (due_at) WHERE (state = ANY (ARRAY['scheduled'::text, 'running'::text]));

CREATE INDEX conversations_assigned ON conversations USING btree (page_id, assigned_to, last_id) WHERE (assigned_to IS NOT NULL);

CREATE INDEX conversations_by_activity ON conversations USING btree (page_id, last_id);

CREATE INDEX conversations_by_change ON conversations USING btree (page_id, changed);

CREATE INDEX conversations_done ON conversations USING btree (page_id, last_id) WHERE ((settled_through IS NOT NULL) AND (needed_at IS NULL));

CREATE INDEX conversations_needed ON conversations USING btree (page_id, needed_at) WHERE (needed_at IS NOT NULL);

CREATE INDEX conversations_put_off ON conversations USING btree (needed_at) WHERE ((settled_through IS NOT NULL) AND (needed_at IS NOT NULL));

CREATE INDEX conversations_unread ON conversations USING btree (page_id, last_id) WHERE (unread > 0);

CREATE INDEX customer_index_by_age ON customer_index USING btree (page_id, created_at, psid);

CREATE INDEX customer_index_by_name ON customer_index USING btree (page_id, name, psid);

CREATE INDEX customer_index_by_term ON customer_index USING gin (terms);

CREATE INDEX customer_job_changes_by_customer ON customer_job_changes USING btree (page_id, psid);

CREATE INDEX customer_job_changes_unsent ON customer_job_changes USING btree (page_id, job_id, id) WHERE (NOT is_sent);

CREATE INDEX customer_jobs_by_age ON customer_jobs USING btree (created_at);

CREATE INDEX customer_jobs_open ON customer_jobs USING btree (page_id, id) WHERE (state = ANY (ARRAY['checking'::text, 'running'::text]));

CREATE INDEX customers_blocked ON customers USING btree (page_id, psid) WHERE is_blocked;

CREATE INDEX customers_other_psid ON customers USING btree (page_id, other_psid) WHERE (other_psid IS NOT NULL);

CREATE INDEX customers_unreachable ON customers USING btree (page_id, psid) WHERE (unreachable IS NOT NULL);

CREATE INDEX erased_customers_by_age ON erased_customers USING btree (erased_at);

CREATE INDEX evaluation_questions_by_customer ON evaluation_questions USING btree (page_id, psid) WHERE (psid IS NOT NULL);

CREATE INDEX evaluation_questions_in_order ON evaluation_questions USING btree (page_id, evaluation_id, "position", id);

CREATE INDEX evaluations_due ON evaluations USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX event_deliveries_at ON event_deliveries USING btree (page_id, at);

CREATE INDEX event_deliveries_due ON event_deliveries USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX event_deliveries_psid ON event_deliveries USING btree (page_id, psid);

CREATE INDEX flow_phone_numbers_by_customer ON flow_phone_numbers USING btree (page_id, psid);

CREATE UNIQUE INDEX flows_by_name ON flows USING btree (page_id, folder_id, name) NULLS NOT DISTINCT WHERE (trashed_at IS NULL);

CREATE INDEX flows_by_publishing ON flows USING btree (publish_at) WHERE (publish_at IS NOT NULL);

CREATE INDEX hand_overs_by_time ON hand_overs USING btree (page_id, since);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (created_at);

CREATE INDEX incoming_calls_psid ON incoming_calls USING btree (page_id, psid);

CREATE INDEX knowledge_misses_by_customer ON knowledge_misses USING btree (page_id, psid);

CREATE INDEX knowledge_passages_by_source ON knowledge_passages USING btree (page_id, source_id, id);

CREATE INDEX knowledge_passages_by_word ON knowledge_passages USING gin (words);

CREATE INDEX knowledge_sources_due ON knowledge_sources USING btree (next_read_at) WHERE (next_read_at IS NOT NULL);

CREATE INDEX knowledge_sources_to_embed ON knowledge_sources USING btree (embed_at) WHERE (embed_at IS NOT NULL);

CREATE INDEX mailbox_by_customer ON mailbox USING btree (page_id, psid, sequence);

CREATE INDEX mailbox_by_due ON mailbox USING btree (page_id, due_at, sequence, id);

CREATE INDEX mailbox_due ON mailbox USING btree (due_at);

CREATE INDEX media_by_content ON media USING btree (page_id, sha256) WHERE (state = 'stored'::text);

CREATE INDEX media_by_customer ON media USING btree (page_id, psid) WHERE (psid IS NOT NULL);

CREATE INDEX media_by_source ON media USING btree (page_id, source, id) WHERE (state = 'stored'::text);

CREATE INDEX media_sizes ON media USING btree (page_id) INCLUDE (bytes) WHERE (state <> 'deleted'::text);

CREATE INDEX media_to_clean ON media USING btree (created_at) WHERE (state <> 'stored'::text);

CREATE INDEX members_by_user ON members USING btree (user_id);

CREATE INDEX message_words_by_customer ON message_words USING btree (page_id, psid, id);

CREATE INDEX message_words_by_word ON message_words USING gin (words) WITH (fastupdate='on');

CREATE INDEX messages_by_customer ON messages USING btree (page_id, psid, id);

CREATE INDEX messages_by_send ON messages USING btree (page_id, send_id) WHERE (send_id IS NOT NULL);

CREATE INDEX notices_by_due ON notices USING btree (due_at);

CREATE INDEX notifications_by_customer ON notifications USING btree (page_id, psid);

CREATE INDEX notifications_by_time ON notifications USING btree (page_id, created_at DESC, id DESC);

CREATE INDEX notifications_new ON notifications USING btree (page_id, id) WHERE is_new;

CREATE INDEX page_leases_by_node ON page_leases USING btree (node_id);

CREATE INDEX page_leases_unfinished ON page_leases USING btree (page_id) WHERE (is_unfinished AND (node_id IS NULL));

CREATE INDEX pages_by_workspace ON pages USING btree (workspace_id, id);

CREATE INDEX password_resets_by_end ON password_resets USING btree (expires_at);

CREATE INDEX password_resets_by_user ON password_resets USING btree (user_id);

CREATE INDEX platform_files_expiry ON platform_files USING btree (expires_at);

CREATE INDEX rules_due_at_idx ON rules USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);

CREATE INDEX sessions_by_user ON sessions USING btree (user_id);

CREATE INDEX turns_by_customer ON turns USING btree (page_id, psid, id);

CREATE INDEX turns_by_send ON turns USING btree (page_id, send_id) WHERE (send_id IS NOT NULL);

CREATE INDEX verifications_by_end ON verifications USING btree (expires_at);

CREATE INDEX verifications_by_identifier ON verifications USING btree (identifier);
