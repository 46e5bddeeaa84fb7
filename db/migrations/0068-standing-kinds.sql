-- What becomes of a release on a platform's coming version follows from the ranges that its item's releases name, from who may have them and in which order
-- they stand. Of such ranges there are few kinds, and so there are of counts of stores: a report judges once those items that are alike in both, counts them,
-- and reads one by one only those that its page shows.

drop function standings_of(text[]);
truncate item_standings;
alter table item_standings
  add column partner_id text not null references partners,
  -- of each release, newest first, as JSON: range of the platform's versions, can it be on the second generation of the storefront, is it offered to everybody,
  -- is it tried out before; then, by spaces, the stores of the first and of the second generation that have it: `[["*", true, true, false]] 3.0`
  add column alike text not null;
-- What a release says of platforms stands there now; `releases` has, newest first: id, version, stores of the first and of the second generation that have it.
create index item_standings_partner on item_standings (partner_id);

create function standings_of(items text[]) returns table (platform_id smallint, item_id text, releases json, partner_id text, alike text) language sql stable as $$
  with counted as (
    select stores.platform_id, has.item_id, has.release_id, count(*) filter (where not is_os2) as on_first, count(*) filter (where is_os2) as on_second
    from installations has join stores on stores.id = has.store_id where has.item_id = any(items) and has.state <> 'uninstalled' group by 1, 2, 3
  ), known as (
    select id, releases.item_id, version, version_order, manifest -> 'compatibility' -> 'platforms' as ranges, manifest -> 'os2' is distinct from 'false'::jsonb as os2,
      status = 'published' and package_sha256 is not null and share = 10000 as offered
    from releases where releases.item_id = any(items)
  )
  select here.platform_id, here.item_id, json_agg(json_build_array(known.id, version, coalesce(on_first, 0), coalesce(on_second, 0)) order by version_order desc, known.id), of.partner_id,
    json_agg(json_build_array(ranges ->> here.platform_id::text, os2, offered, position('-' in version) > 0) order by version_order desc, known.id)::text || ' ' ||
    string_agg(coalesce(on_first, 0) || '.' || coalesce(on_second, 0), ' ' order by version_order desc, known.id)
  from (select distinct counted.platform_id, counted.item_id from counted) as here join known on known.item_id = here.item_id join items of on of.id = here.item_id
    left join counted on counted.platform_id = here.platform_id and counted.release_id = known.id
  where offered or counted.release_id is not null group by here.platform_id, here.item_id, of.partner_id
$$;

create function note_item_standing() returns trigger language plpgsql as $$
begin
  insert into item_standings_due (item_id) values (new.id);
  return null;
end $$;
create trigger note_changed_standing after update of partner_id on items for each row
  when (old.partner_id is distinct from new.partner_id) execute function note_item_standing();

insert into item_standings select * from standings_of(array(select distinct item_id from installations));
