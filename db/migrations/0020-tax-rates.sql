-- D9: a country has several rates, each from any moment on.
alter table tax_rates
  add column id text,
  add column kind text not null default 'standard' check (kind in ('standard', 'reduced')),
  alter column valid_from type timestamptz using valid_from::timestamp
    at time zone case country when 'TR' then 'Europe/Istanbul' else 'UTC' end;
update tax_rates set id = 'txr_' || substr(md5(country || valid_from::text), 1, 20);
alter table tax_rates
  drop constraint tax_rates_pkey,
  add primary key (id),
  add check (id ~ '^txr_[0-9a-z]{20}$'),
  add check (extract(second from valid_from) = 0),
  add unique (country, kind, valid_from);
comment on table tax_rates is
  'Basis points by invoice country and kind, each from a full minute on (D9). The newest that has begun '
  'applies; rates that have begun do not change.';
comment on column tax_rates.kind is 'Which rate of the country it is; an item names its kind.';

alter table items add column tax_kind text not null default 'standard'
  check (tax_kind in ('standard', 'reduced'));
comment on column items.tax_kind is
  'The rate of the invoice country that its price is taxed with; the standard one where the '
  'country has no other.';

alter table orders add column tax_exemption text check (tax_exemption in ('reverse_charge')),
  add check (tax_exemption is null or tax_minor = 0 and tax_rate_bp = 0);
comment on column orders.tax_exemption is
  'Why no tax is charged although the country has a rate. reverse_charge: a company in another '
  'country of the European Union owes it itself.';

-- Orders were priced with the rates that had begun.
create function keep_begun_tax_rates() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'a tax rate is never changed: another is set from a later moment on'
      using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' and old.valid_from <= now() then
    raise exception 'a tax rate that has begun stays' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' and new.valid_from <= now() and exists (
    select from orders join addresses on addresses.id = orders.address_id
    where orders.paid_at >= new.valid_from and addresses.country = new.country) then
    raise exception 'something was sold there since that moment' using errcode =
      'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_begun
  before insert or update or delete on tax_rates
  for each row execute function keep_begun_tax_rates();
