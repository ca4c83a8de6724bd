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
  page_id text not null references pages (id) on delete cascade,
  id bigint not null,
  day date not null,
  primary key (page_id, day, id)
);

-- Replies of people that ended a customer's wait. Without a user: written in the platform's own inbox.
create table person_answers (
  page_id text not null references pages (id) on delete cascade,
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
