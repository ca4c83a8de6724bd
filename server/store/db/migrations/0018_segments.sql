-- Saved conditions on customers. `condition` names tags and flows by id, fields by name.
create table segments (
  page_id   text not null references pages (id) on delete cascade,
  id        bigint not null default nextval('ids'),
  position  integer not null,
  name      text not null,
  condition json not null,
  primary key (page_id, id),
  unique (page_id, name)
);

-- Tags and fields of a customer, prepared for comparison: a segment is counted over them. Null until the customer is
-- indexed again; nodes of the release before leave it out.
alter table customer_index add column facts jsonb;

insert into customer_changes (page_id, psid) select page_id, psid from customers;
