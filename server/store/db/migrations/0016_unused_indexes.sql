-- Retention goes by ids; nothing looks for turns by their time any more.
drop index if exists turns_by_age;
