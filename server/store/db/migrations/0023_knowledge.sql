-- Sources that a page's bot may answer from. Of a file only its passages are kept; the others can be read again, at
-- `next_read_at`. While one is read, that is when its reader is taken for dead.
create table knowledge_sources (
  page_id       text not null references pages (id) on delete cascade,
  id            bigint not null default nextval('ids'),
  kind          text not null,
  name          text not null,
  settings      json not null,
  state         text not null,
  error         text,
  created_at    timestamptz not null default now(),
  read_at       timestamptz,
  next_read_at  timestamptz,
  content_hash  bytea,
  documents     integer not null default 0,
  passages      integer not null default 0,
  -- The model that the passages have vectors of.
  embedded_with text,
  primary key (page_id, id),
  unique (page_id, name)
);
create index knowledge_sources_due on knowledge_sources (next_read_at) where next_read_at is not null;

-- Pieces of a source that answer one thing each. `words` are folded and begin with their page, so that one index serves
-- all pages; those of the heading have weight A.
create table knowledge_passages (
  page_id   text not null,
  id        bigint not null default nextval('ids'),
  source_id bigint not null,
  heading   text not null,
  text      text not null,
  url       text,
  words     tsvector not null,
  embedding bytea,
  primary key (page_id, id),
  foreign key (page_id, source_id) references knowledge_sources (page_id, id) on delete cascade
);
create index knowledge_passages_by_source on knowledge_passages (page_id, source_id, id);
create index knowledge_passages_by_word on knowledge_passages using gin (words);

-- Questions of customers that no passage answers. `folded` makes equal ones a group.
create table knowledge_misses (
  page_id  text not null,
  id       bigint not null default nextval('ids'),
  psid     text not null,
  question text not null,
  folded   text not null,
  score    real not null,
  asked_at timestamptz not null default now(),
  primary key (page_id, id)
);
create index knowledge_misses_by_customer on knowledge_misses (page_id, psid);
