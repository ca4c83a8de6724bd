-- Customers who were erased, for 30 days: work that had begun before does not make them anew. psid_hash is the SHA-256
-- of the psid.
create table erased_customers (
  page_id   text not null references pages (id) on delete cascade,
  psid_hash bytea not null,
  erased_at timestamptz not null,
  primary key (page_id, psid_hash)
);

create index erased_customers_by_age on erased_customers (erased_at);

-- By it, an erasure finds the entries about its customer.
create index audit_log_by_subject on audit_log (page, subject) where subject is not null;

-- The lease of a removed page stays: a page that is made again under the same id goes on with its epochs, so that a late
-- write of an earlier owner is refused.
alter table page_leases drop constraint page_leases_page_id_fkey;

-- The hosts that a page's secret may be sent to. Empty: any, for secrets from before, until somebody names their hosts.
alter table page_secrets add column hosts text[] not null default '{}';

-- The psid under which a customer comes who hides the number that they are known by: WhatsApp tells it beside the number.
alter table customers add column other_psid text;

create index customers_other_psid on customers (page_id, other_psid) where other_psid is not null;

-- The stage in which a job has failed, so that it can go on from there. Null for jobs that failed in earlier releases.
alter table customer_jobs add column failed_in text check (failed_in in ('checking', 'running'));
