-- The psid under which a customer comes who hides the number that they are known by: WhatsApp tells it beside the number.
alter table customers add column other_psid text;

create index customers_other_psid on customers (page_id, other_psid) where other_psid is not null;
