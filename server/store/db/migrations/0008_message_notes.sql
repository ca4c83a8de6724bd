-- What the channel could not show as it was made, and what became of it. Null: nothing, or nobody has tried yet.
alter table messages add column notes json;
