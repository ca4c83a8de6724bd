-- The hosts that a page's secret may be sent to. Empty: any, for secrets from before, until somebody names their hosts.
alter table page_secrets add column hosts text[] not null default '{}';
