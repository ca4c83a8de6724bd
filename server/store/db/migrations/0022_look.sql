-- The design of the chat page and the widget: core/model/content/look.ts.
alter table pages add column look json not null default '{}';

-- The welcome starts when a visitor opens the web chat. Pages from before this release keep waiting for a message.
alter table pages add column welcomes_on_open boolean not null default false;
