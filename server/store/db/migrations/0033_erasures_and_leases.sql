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
