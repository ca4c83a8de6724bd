-- The stage in which a job has failed, so that it can go on from there. Null for jobs that failed in earlier releases.
alter table customer_jobs add column failed_in text check (failed_in in ('checking', 'running'));
