-- Pages whose home no longer lists the first steps.
create table closed_first_steps (
  page_id   text primary key references pages (id) on delete cascade,
  closed_at timestamptz not null default now()
);

-- The owners of pages that exist have long taken them.
insert into closed_first_steps (page_id) select id from pages;
