-- The platform's code of the error for which a message was not sent. Its reason is the class of the error.
alter table messages add column error_code text;
