-- A platform's store lists what works there. An item without a release says nothing about
-- platforms and is listed by all: it has the bits of all platforms.
create or replace function item_traits(manifest jsonb, locales text[], released_at timestamptz,
  today date)
  returns integer language sql immutable parallel safe as $$
  select case when manifest is null then (1 << 11) - 1 else
      coalesce((select bit_or(1 << (id::integer - 1))
        from jsonb_object_keys(coalesce(manifest -> 'compatibility' -> 'platforms',
        '{}')) as fits (id)
        where id ~ '^([1-9]|1[01])$'), 0)
      | case when manifest -> 'os2' = 'true'::jsonb then 1 << 11 else 0 end
      | coalesce((select bit_or(case asked ->> 'code' when 'web_service_user' then 1 << 13
        when 'design_block' then 1 << 14 when 'tracking_code' then 1 << 15 else 0 end)
        from jsonb_array_elements(coalesce(manifest -> 'permissions', '[]')) as asked), 1 << 12) end
    | case when 'tr' = any (locales) then 1 << 16 else 0 end | case
      when 'en' = any (locales) then 1 << 17 else 0 end
    | case when 'ar' = any (locales) then 1 << 18 else 0 end | fresh_bits(released_at, today)
$$;
select shelve_items(array_agg(id)) from items
  where status = 'published' and latest_release_id is null having count(*) > 0;
