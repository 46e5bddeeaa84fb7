-- What automatic updates must be planned for, so that planning reads no other installation.
create table auto_updates_to_plan (
  id bigint generated always as identity primary key,
  item_id text not null,
  installation_id text
);
comment on table auto_updates_to_plan is
  'Items whose releases changed and installations that changed, noted by triggers; deleted by the '
  'job that plans their automatic updates.';
comment on column auto_updates_to_plan.installation_id is 'Null: every installation of the item.';

create function note_update_of_item() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'items' then
    insert into auto_updates_to_plan (item_id) values (new.id);
  else
    insert into auto_updates_to_plan (item_id) values (new.item_id);
  end if;
  return null;
end $$;
create trigger note_update
  after update of status on items for each row
  when (new.status = 'published' and old.status <> 'published')
  execute function note_update_of_item();
create trigger note_update
  after update of status, share, package_sha256 on releases for each row
  when (new.status is distinct from old.status or new.share is distinct from old.share
    or new.package_sha256 is distinct from old.package_sha256)
  execute function note_update_of_item();
create trigger note_update_of_new
  after insert on releases for each row
  when (new.status = 'published' and new.package_sha256 is not null)
  execute function note_update_of_item();

create function note_update_of_installation() returns trigger language plpgsql as $$
begin
  insert into auto_updates_to_plan (item_id, installation_id) values (new.item_id, new.id);
  return null;
end $$;
create trigger note_update
  after insert or update of state, release_id, auto_update, channel on installations for each row
  when (new.state = 'installed' and new.auto_update <> 'off')
  execute function note_update_of_installation();

insert into auto_updates_to_plan (item_id)
select distinct item_id from installations where state = 'installed' and auto_update <> 'off';
