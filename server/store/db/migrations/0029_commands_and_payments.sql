-- The name of the command that a menu item has on a platform with commands, if the owner has chosen one.
alter table menu_items add column command text check (command ~ '^[a-z0-9_]{1,32}$');

-- A growth tool that waits for a payment.
alter table tools drop constraint tools_type_check;
alter table tools add constraint tools_type_check check (
  type in ('chat_ref_url', 'social_ads_json', 'qr_code', 'chat_widget') and settings is null
  or type in ('comments', 'story_mention', 'story_reply', 'form', 'location', 'order', 'reaction', 'follow',
              'ad', 'payment')
     and settings is not null and ref is null
);
