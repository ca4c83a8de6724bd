-- Growth tools that wait for something that customers do. They have settings (core/model/tools/settings.ts), no ref.
alter table tools add column settings jsonb;

alter table tools drop constraint tools_type_check;
alter table tools add constraint tools_type_check check (
  type in ('chat_ref_url', 'social_ads_json', 'qr_code', 'chat_widget') and settings is null
  or type in ('comments', 'story_mention', 'story_reply', 'form', 'location', 'order', 'reaction', 'follow')
     and settings is not null and ref is null
);
