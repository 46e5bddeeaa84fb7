-- The market's country and time zone, and what invoice addresses of other countries have.
alter table market_settings add column country char(2) not null default 'TR'
  check (country ~ '^[A-Z]{2}$');
comment on column market_settings.country is
  'Where the operator''s company is: decides on its facts, on legal texts and on reverse charge.';
comment on column market_settings.operator is
  'name, address and mail of who runs the market, and the facts of lib/company-facts.ts.';

alter table addresses
  add column registration_number text check (length(registration_number) <= 32),
  add column building_number text check (length(building_number) <= 16),
  add column additional_number text check (length(additional_number) <= 16);
comment on column addresses.registration_number is
  'Of a company in a country whose invoices name it (Saudi Arabia: commercial registration).';
comment on column addresses.building_number is
  'Of a national address (Saudi Arabia), apart from the street.';
comment on column addresses.additional_number is 'Of a national address (Saudi Arabia).';

create table market_zones (
  from_day date primary key,
  begins_at timestamptz not null unique,
  -- Fails for a name that PostgreSQL does not know.
  time_zone text not null
    check (timestamptz '2026-01-01 00:00+00' at time zone time_zone is not null)
);
comment on table market_zones is
  'Time zones of the market''s days, each from a day on. A day lasts from its beginning to that of '
  'the next day, so a change of the zone makes one day longer or shorter, but no moment belongs to '
  'two days or to none.';
comment on column market_zones.begins_at is 'Midnight of from_day in time_zone.';
insert into market_zones values ('0001-01-01', '-infinity', 'Europe/Istanbul');
create trigger note_change
  after insert or update or delete on market_zones
  for each statement execute function note_market_settings();

-- The beginning of a day: the first moment at which clocks show it. Between zones that are a day
-- apart a day may be left out: it ends as it begins.
create function day_start(day date) returns timestamptz language sql stable parallel safe as $$
  select least(
    case when ((day::timestamp at time zone time_zone - interval '1 hour')
      at time zone time_zone)::date = day
      then day::timestamp at time zone time_zone - interval '1 hour'
      else day::timestamp at time zone time_zone end,
    (select min(later.begins_at) from market_zones later where later.from_day > day))
  from market_zones where from_day <= day order by from_day desc limit 1
$$;

-- The day of a moment.
create or replace function figure_day(at timestamptz) returns date
  language sql stable parallel safe as $$
  select least((at at time zone time_zone)::date,
    (select min(later.from_day) - 1 from market_zones later where later.begins_at > at))
  from market_zones where begins_at <= at order by begins_at desc limit 1
$$;

create or replace function keep_begun_share_rules() returns trigger language plpgsql as $$
declare
  today date := figure_day(now());
begin
  if tg_op = 'UPDATE' then
    raise exception 'a share rule is never changed: another is set from a later day on' using
      errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' and old.valid_from <= today then
    raise exception 'a share rule that has begun stays' using errcode = 'restrict_violation';
  end if;
  -- Before the first sale a market may begin with a rule of today.
  if tg_op = 'INSERT' and new.valid_from <= today
    and exists (select from orders where paid_at >= day_start(new.valid_from)
      and subtotal_minor > discount_minor) then
    raise exception 'something was sold since that day' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
