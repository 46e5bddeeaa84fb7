-- What the market is called and known by: the whole, and each of its two markets where it differs. What is null in a market is as the whole has it; what is
-- null there is as the release or the environment says.
create table market_faces (
  market text primary key check (market in ('both', 'app', 'theme')),
  name text check (name = btrim(name) and char_length(name) between 1 and 40 and name !~ '[[:cntrl:]{}<>]'),
  -- address of a square picture
  logo text check (logo ~ '^/pictures/partners/[0-9a-f]+-[0-9]+[.]webp$'),
  -- where what people write to the market is sent
  mail text check (mail ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(mail) <= 254),
  changed_at timestamptz not null
);
insert into market_faces (market, changed_at) values ('both', now()), ('app', now()), ('theme', now());
create trigger note_change after update on market_faces for each row execute function note_market_settings();
