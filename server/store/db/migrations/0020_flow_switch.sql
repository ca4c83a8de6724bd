-- A flow that is off starts nowhere; conversations that are in it go on.
alter table flows add column is_on boolean not null default true;

-- When the draft is to be published, and by whom.
alter table flows add column publish_at timestamptz;
alter table flows add column publish_by text;

create index flows_by_publishing on flows (publish_at) where publish_at is not null;
