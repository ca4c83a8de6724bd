-- The message templates of a page's account at its platform, as the platform last told them.
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

-- The forms of that account.
create table message_forms (
  page_id     text not null references pages (id) on delete cascade,
  platform_id text not null,
  name        text not null,
  status      text not null,
  primary key (page_id, platform_id)
);

-- When these lists were read, and what the platform has said about the account and the page's number since.
create table platform_accounts (
  page_id           text primary key references pages (id) on delete cascade,
  templates_read_at timestamptz,
  forms_read_at     timestamptz,
  quality           text,
  messaging_limit   text,
  restriction       text
);
