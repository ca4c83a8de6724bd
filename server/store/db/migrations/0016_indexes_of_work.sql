-- By these, a node finds the pages that it should run without looking at those on which nothing is to be done: the pages
-- of nodes that have died, pages with undelivered messages, and pages with mail that is due.
create index page_leases_by_node on page_leases (node_id);

create index page_leases_unfinished on page_leases (page_id) where is_unfinished and node_id is null;

create index mailbox_due on mailbox (due_at);

-- Retention goes by ids; nothing looks for turns by their time any more.
drop index turns_by_age;
