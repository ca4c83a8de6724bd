-- When the vectors of a source's passages are made: set when its passages or the page's models have changed. While they
-- are made, when their maker is taken for dead. `embed_error` says why the last try has failed.
alter table knowledge_sources
  add column embed_at timestamptz,
  add column embed_error text;
create index knowledge_sources_to_embed on knowledge_sources (embed_at) where embed_at is not null;

-- Files of pages with a model for vectors never got any.
update knowledge_sources set embed_at = now();
