-- D26: a platform's stores have a name and colors of their own.
alter table platforms
  add column market_name text check (char_length(market_name) between 1 and 60),
  add column brand jsonb;
comment on column platforms.market_name is
  'What the market is called at the stores of this platform. Null: as everywhere.';
comment on column platforms.brand is 'Colors in place of those of the market, as in market_settings.';
