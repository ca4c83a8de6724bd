-- When a person is needed in the conversation: since then, or from then on if a member has put it off; infinity: as soon
-- as the customer writes. Null: nobody is needed.
alter table conversations add column needed_at timestamptz;
-- A member has settled everything up to this id: it is done, or put off. Null again once the customer has written.
alter table conversations add column settled_through bigint;
-- The `needed_at` of which members were told that its answer is late.
alter table conversations add column late_for timestamptz;

create index conversations_needed on conversations (page_id, needed_at) where needed_at is not null;
create index conversations_done on conversations (page_id, last_id)
 where settled_through is not null and needed_at is null;
create index conversations_put_off on conversations (needed_at)
 where settled_through is not null and needed_at is not null;

update conversations
   set needed_at = hand_overs.since
  from hand_overs
 where conversations.page_id = hand_overs.page_id and conversations.psid = hand_overs.psid;

-- How soon customers who wait for a person get an answer. Null: no promise.
alter table pages add column answer_minutes integer;

-- Lists of the inbox that members open often.
create table inbox_views (
  page_id text not null references pages on delete cascade,
  id      bigint not null default nextval('ids'),
  name    text not null,
  filter  text not null,
  tag_id  bigint,
  user_id text,
  primary key (page_id, id),
  unique (page_id, name)
);
