-- What becomes of a release on a platform's coming version follows from the ranges that its item's releases name, from who may have them and in which order
-- they stand: the item's kind. Kinds are few: a report judges each once and reads of every item no more than what is counted.

drop function standings_of(text[]);
truncate item_standings;
alter table item_standings
  -- as JSON, newest first: range of the platform's versions, can it be on the second generation of the storefront, is it offered to everybody, is it tried out before
  add column kind text not null,
  -- newest first, by spaces: stores of the first and of the second generation that have it, `3.0`
  add column counts text not null;

create function standings_of(items text[]) returns table (platform_id smallint, item_id text, releases json, kind text, counts text) language sql stable as $$
  with counted as (
    select stores.platform_id, has.item_id, has.release_id, count(*) filter (where not is_os2) as on_first, count(*) filter (where is_os2) as on_second
    from installations has join stores on stores.id = has.store_id where has.item_id = any(items) and has.state <> 'uninstalled' group by 1, 2, 3
  ), known as (
    select id, releases.item_id, version, version_order, manifest -> 'compatibility' -> 'platforms' as ranges, manifest -> 'os2' is distinct from 'false'::jsonb as os2,
      status = 'published' and package_sha256 is not null and share = 10000 as offered
    from releases where releases.item_id = any(items)
  )
  select here.platform_id, here.item_id, json_agg(json_build_array(id, version, coalesce(on_first, 0), coalesce(on_second, 0)) order by version_order desc, id),
    json_agg(json_build_array(ranges ->> here.platform_id::text, os2, offered, position('-' in version) > 0) order by version_order desc, id)::text,
    string_agg(coalesce(on_first, 0) || '.' || coalesce(on_second, 0), ' ' order by version_order desc, id)
  from (select distinct counted.platform_id, counted.item_id from counted) as here join known on known.item_id = here.item_id
    left join counted on counted.platform_id = here.platform_id and counted.release_id = known.id
  where offered or counted.release_id is not null group by 1, 2
$$;

insert into item_standings select * from standings_of(array(select distinct item_id from installations));
