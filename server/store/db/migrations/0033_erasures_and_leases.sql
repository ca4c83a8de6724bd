-- The lease of a removed page stays: a page that is made again under the same id goes on with its epochs, so that a late
-- write of an earlier owner is refused.
alter table page_leases drop constraint page_leases_page_id_fkey;
