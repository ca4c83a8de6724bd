-- Language models that a page may call. `model` is its form; the key is the name of a secret of the page.
create table models (
  page_id  text not null references pages (id) on delete cascade,
  id       bigint not null default nextval('ids'),
  position integer not null,
  name     text not null,
  model    json not null,
  primary key (page_id, id),
  unique (page_id, name)
);

-- The limits of a page's models. `noticed` names the day and the month whose notice was sent. The row is
-- locked while a call reserves what it may use.
create table model_limits (
  page_id text not null references pages (id) on delete cascade,
  limits  json not null,
  noticed json not null default '{}',
  primary key (page_id)
);

-- The usage of models, with the reservations of calls under way, by the page's local day. The empty psid is the whole
-- page. Cost is in millionths of the owner's currency.
create table model_usage (
  page_id text not null,
  psid    text not null,
  day     date not null,
  calls   bigint not null,
  tokens  bigint not null,
  cost    bigint not null,
  primary key (page_id, psid, day)
);

-- The reservation of a model's call, until its answer settles it.
alter table requests add column reserved json;
