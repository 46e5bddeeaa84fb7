-- The languages of the product, one row for each of lib/languages.ts, which `migrate` keeps the same.
create table languages (
  code text primary key check (code ~ '^[a-z]{2,3}$'),
  trait_bit smallint not null unique check (trait_bit between 16 and 25)
);
comment on table languages is 'Languages that texts can be written in: those of lib/languages.ts.';
comment on column languages.trait_bit is 'Of items that have texts in it, see item_traits.';
insert into languages (code, trait_bit) values ('tr', 16), ('en', 17), ('ar', 18);

alter table people drop constraint people_locale_check,
  add foreign key (locale) references languages;
alter table item_texts drop constraint item_texts_locale_check,
  add foreign key (locale) references languages;
alter table banners drop constraint banners_locale_check,
  add foreign key (locale) references languages;
alter table item_cards drop constraint item_cards_locale_check;

alter table market_settings add column languages text[]
  check (cardinality(languages) between 1 and 30);
comment on column market_settings.languages is
  'That the market is offered in, its default first. Null: not chosen yet, all of them are.';

create or replace function item_traits(manifest jsonb, locales text[], released_at timestamptz,
  today date)
  returns integer language sql stable parallel safe as $$
  select case when manifest is null then (1 << 11) - 1 else
      coalesce((select bit_or(1 << (id::integer - 1))
        from jsonb_object_keys(coalesce(manifest -> 'compatibility' -> 'platforms',
        '{}')) as fits (id)
        where id ~ '^([1-9]|1[01])$'), 0)
      | case when manifest -> 'os2' = 'true'::jsonb then 1 << 11 else 0 end
      | coalesce((select bit_or(case asked ->> 'code' when 'web_service_user' then 1 << 13
        when 'design_block' then 1 << 14 when 'tracking_code' then 1 << 15 else 0 end)
        from jsonb_array_elements(coalesce(manifest -> 'permissions', '[]')) as asked), 1 << 12) end
    | coalesce((select bit_or(1 << trait_bit) from languages where code = any (locales)), 0)
    | fresh_bits(released_at, today)
$$;

-- Languages have bits above those of fresh_bits, too.
create or replace function turn_market_day(wanted date) returns boolean language plpgsql as $$
declare
  before date;
  moved integer;
begin
  select today into before from market_day for update;
  if before = wanted then return false; end if;
  update market_day set today = wanted;
  create temporary table crossing on commit drop as
    select distinct i.number, fresh_bits(r.published_at, wanted) as bits
    from (values (30), (90), (365)) as border (days)
    join releases r on r.published_at >= ((least(before,
      wanted) - days)::timestamp at time zone 'UTC')
      and r.published_at < ((greatest(before, wanted) - days + 1)::timestamp at time zone 'UTC')
    join items i on i.latest_release_id = r.id;
  update shelf s set traits = s.traits & ~(7 << 19) | c.bits from crossing c
    where s.number = c.number and s.traits & (7 << 19) <> c.bits;
  get diagnostics moved = row_count;
  update item_words w set traits = w.traits & ~(7 << 19) | c.bits from crossing c
    where w.number = c.number and w.traits & (7 << 19) <> c.bits;
  drop table crossing;
  if moved > 0 then perform pg_notify('arasta_changed', 'market:app market:theme'); end if;
  return true;
end $$;
