-- How people and the bot share a page's conversations: see core/model/inbox-settings.ts.
alter table pages
  add column pause_minutes     integer default 60 check (pause_minutes > 0),
  add column hand_over_minutes integer check (hand_over_minutes > 0),
  add column hand_over_text    text;

-- Visitors of the web chat may send files.
alter table pages add column takes_files boolean not null default true;

-- The design of the chat page and the widget: core/model/content/look.ts.
alter table pages add column look json not null default '{}';

-- The welcome starts when a visitor opens the web chat. Pages from before this release keep waiting for a message.
alter table pages add column welcomes_on_open boolean not null default false;

-- The form that visitors of the web chat fill in before they write; null: none.
alter table pages add column prechat_form jsonb;

-- A flow that is off starts nowhere; conversations that are in it go on.
alter table flows add column is_on boolean not null default true;

-- When the draft is to be published, and by whom.
alter table flows add column publish_at timestamptz;
alter table flows add column publish_by text;

create index flows_by_publishing on flows (publish_at) where publish_at is not null;

-- How people read a field's name, which only templates write; null: the name itself.
alter table custom_fields add column label text;

-- The name of the command that a menu item has on a platform with commands, if the owner has chosen one.
alter table menu_items add column command text check (command ~ '^[a-z0-9_]{1,32}$');

-- Growth tools that wait for something that customers do. They have settings (core/model/tools/settings.ts), no ref.
alter table tools add column settings jsonb;
alter table tools drop constraint tools_type_check;
alter table tools add constraint tools_type_check check (
  type in ('chat_ref_url', 'social_ads_json', 'qr_code', 'chat_widget') and settings is null
  or type in ('comments', 'story_mention', 'story_reply', 'form', 'location', 'order', 'reaction', 'follow',
              'ad', 'payment')
     and settings is not null and ref is null
);

-- Pages whose home no longer lists the first steps.
create table closed_first_steps (
  page_id   text primary key references pages (id) on delete cascade,
  closed_at timestamptz not null default now()
);

-- The owners of pages that exist have long taken them.
insert into closed_first_steps (page_id) select id from pages;

-- Further tokens of a page for the public API, each with a name and what it may do. The page's first token stays in
-- page_tokens, which the previous release reads.
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

-- Secrets at rest. Columns with secrets keep their types: a sealed value in a json column is a JSON string, a readable
-- one an object, so that nodes of both releases can run side by side until the last one of the earlier release ends.

-- The ids of the keys that the node can open values with, the one it seals with first; null for a node of an earlier
-- release, which can open none.
alter table nodes add column key_ids text[];

-- Secrets of a page that its flows use by name. `value` is always sealed.
create table page_secrets (
  page_id    text not null references pages on delete cascade,
  name       text not null,
  value      text not null,
  updated_at timestamptz not null default now(),
  primary key (page_id, name)
);

-- Links that set a new password.
create table password_resets (
  -- the SHA-256 of what its link carries
  token_hash bytea primary key,
  user_id    text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_end on password_resets (expires_at);
