-- Where a platform counts an event of a customer. One that comes late goes before those that it was sent before, if they
-- still wait.
alter table mailbox add column sequence bigint;
drop index mailbox_by_due;
create index mailbox_by_due on mailbox (page_id, due_at, sequence, id);
create index mailbox_by_sequence on mailbox (page_id, psid, sequence) where sequence is not null;

-- Of a message that goes out in several calls, and waits between two of them: the platform's ids for those it has taken.
alter table messages add column taken text[];
