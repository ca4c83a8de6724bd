-- A view of the inbox asks for customers as a segment does; null: for all. The tag of a view is now such a condition.
alter table inbox_views add column condition json;

update inbox_views
   set condition = json_build_object('match', 'all', 'rules',
                     json_build_array(json_build_object('type', 'tag', 'tag_id', tag_id, 'has', true)))
 where tag_id is not null;

alter table inbox_views drop column tag_id;
