-- On how many stores each release of an item is, with what the release says of platforms, item by item: a report on a platform's coming version asks for all
-- of a market at once. As with figures, an item that something happened to is noted and then counted anew from what is there: twice, late or after a stop
-- makes no difference. Whoever reads counts the items that are noted for himself, so that what he reads is always what is there.

create table item_standings (
  platform_id smallint not null,
  item_id text not null references items on delete cascade,
  -- newest first: id, version, order of the version, range of the platform's versions, can it be on the second generation of the storefront, is it offered
  -- to everybody, stores of the first and of the second generation that have it (D19)
  releases json not null,
  primary key (platform_id, item_id)
);

-- Items to be counted anew. Only ever added to by those who do something, so that nobody waits for anybody; taken away by the job.
create table item_standings_due (
  id bigint generated always as identity primary key,
  item_id text not null
);
create index item_standings_due_item on item_standings_due (item_id);

create function standings_of(items text[]) returns table (platform_id smallint, item_id text, releases json) language sql stable as $$
  with counted as (
    select stores.platform_id, has.item_id, has.release_id, count(*) filter (where not is_os2) as on_first, count(*) filter (where is_os2) as on_second
    from installations has join stores on stores.id = has.store_id where has.item_id = any(items) and has.state <> 'uninstalled' group by 1, 2, 3
  ), known as (
    select id, releases.item_id, version, version_order, manifest -> 'compatibility' -> 'platforms' as ranges, manifest -> 'os2' is distinct from 'false'::jsonb as os2,
      status = 'published' and package_sha256 is not null and share = 10000 as offered
    from releases where releases.item_id = any(items)
  )
  select here.platform_id, here.item_id, json_agg(
    json_build_array(id, version, version_order, ranges ->> here.platform_id::text, os2, offered, coalesce(on_first, 0), coalesce(on_second, 0)) order by version_order desc, id)
  from (select distinct counted.platform_id, counted.item_id from counted) as here join known on known.item_id = here.item_id
    left join counted on counted.platform_id = here.platform_id and counted.release_id = known.id
  where offered or counted.release_id is not null group by 1, 2
$$;

create function note_standing() returns trigger language plpgsql as $$
begin
  insert into item_standings_due (item_id) select distinct item from unnest(array[case when tg_op <> 'INSERT' then old.item_id end, case when tg_op <> 'DELETE' then new.item_id end]) as item where item is not null;
  return null;
end $$;
create trigger note_standing after insert or delete on installations for each row execute function note_standing();
create trigger note_changed_standing after update of state, release_id, item_id, store_id on installations for each row
  when ((old.state = 'uninstalled', old.release_id, old.item_id, old.store_id) is distinct from (new.state = 'uninstalled', new.release_id, new.item_id, new.store_id))
  execute function note_standing();
create trigger note_standing after insert or delete on releases for each row execute function note_standing();
create trigger note_changed_standing after update of version, version_order, status, package_sha256, share, manifest on releases for each row
  when ((old.version, old.version_order, old.status, old.package_sha256, old.share, old.manifest) is distinct from (new.version, new.version_order, new.status, new.package_sha256, new.share, new.manifest))
  execute function note_standing();

create function note_standings_of_store() returns trigger language plpgsql as $$
begin
  -- An installation that begins on this store right now holds its row until it can be read: it is waited for, and its item noted by the next statement.
  perform from stores where id = new.id for update;
  insert into item_standings_due (item_id) select distinct item_id from installations where store_id = new.id and state <> 'uninstalled';
  return null;
end $$;
create trigger note_standings after update of platform_id, is_os2 on stores for each row
  when ((old.platform_id, old.is_os2) is distinct from (new.platform_id, new.is_os2)) execute function note_standings_of_store();

insert into item_standings select * from standings_of(array(select distinct item_id from installations));
