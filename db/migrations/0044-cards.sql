-- Cards say when the version was released, and what follows a free trial.

-- Numbers of the shelves that an item stands on: its market's first, then those of its categories.
create function item_shelves(wanted_item text, market text) returns integer[]
  language sql stable as $$
  select market_shelf(market) || array(select c.number from item_categories k
    join categories c on c.id = k.category_id where k.item_id = wanted_item order by c.position)
$$;

-- Of the plan whose price a card shows: its free days, and whether others cost more.
create function card_plan(wanted_item text, out trial_days integer, out price_from boolean)
  language sql stable as $$
  select coalesce(max(p.trial_days) filter (where p.price_minor = i.price_minor), 0),
    bool_or(p.price_minor > i.price_minor)
  from items i join plans p on p.item_id = i.id and p.kind = i.price_kind
  where i.id = wanted_item
$$;

-- Recomputes all derived rows of these items.
create or replace function shelve_items(wanted text[]) returns void language plpgsql as $$
begin
  create temporary table if not exists priced_to_shelve (
    id text, number bigint primary key, market text, partner text, free boolean,
      rating_band smallint, smart real, rating real, reviews integer,
    price bigint, installs integer, published_at timestamptz, shelves integer[], traits integer,
    currency char(3), prices jsonb, priced_in char(3)[]
  ) on commit delete rows;
  delete from priced_to_shelve;
  -- Two transactions that changed parts of one item wait for each other here; the later one sees
  -- both changes.
  perform from items where id = any (wanted) order by number for no key update;
  -- Keep the day from changing meanwhile.
  perform from market_day for share;

  insert into priced_to_shelve
  select i.id, i.number, i.market, p.name,
    i.price_kind = 'free', floor(coalesce(i.rating, 0) * 2)::smallint,
    s.smart,
    coalesce(i.rating, 0), i.review_count,
    shelf_price(i.price_minor, i.price_kind),
    i.install_count, coalesce(i.published_at, i.updated_at),
    item_shelves(i.id, i.market),
    item_traits(r.manifest, array(select locale from item_texts where item_id = i.id),
      r.published_at, d.today),
    i.currency, l.prices, array(select jsonb_object_keys(l.prices))
  from items i
  join partners p on p.id = i.partner_id
  left join releases r on r.id = i.latest_release_id
  join smart_terms(wanted) s on s.number = i.number
  cross join market_day d
  cross join lateral (select listing_prices(i.id) as prices) l
  where i.id = any (wanted) and i.status = 'published';
  if cardinality(wanted) > 500 then analyze priced_to_shelve; end if;

  delete from shelf s using items i
  where i.id = any (wanted) and s.number = i.number
    and not exists (select from priced_to_shelve g where g.number = s.number
      and s.shelf = any (g.shelves));
  insert into shelf as known (shelf, number, free, rating_band, smart, rating, reviews, price,
    installs, published_at, traits, currency, priced_in)
  select one, number, free, rating_band, smart, rating, reviews, price, installs, published_at,
    traits, currency, priced_in
  from priced_to_shelve cross join lateral unnest(shelves) as one
  order by one, number
  on conflict (shelf, number) do update set free = excluded.free,
    rating_band = excluded.rating_band, smart = excluded.smart, rating = excluded.rating,
    reviews = excluded.reviews, price = excluded.price, installs = excluded.installs,
      published_at = excluded.published_at,
    traits = excluded.traits, currency = excluded.currency, priced_in = excluded.priced_in
  where known is distinct from excluded;

  delete from shelf_prices s using items i
  where i.id = any (wanted) and s.number = i.number
    and not exists (select from priced_to_shelve g where g.number = s.number
      and s.shelf = any (g.shelves) and s.currency = any (g.priced_in));
  insert into shelf_prices as known (shelf, currency, number, price, free, rating_band, rating,
    traits)
  select one, said.key, number, shelf_price(said.value::bigint, 'one_time'), free, rating_band,
    rating, traits
  from priced_to_shelve cross join lateral unnest(shelves) as one
  cross join lateral jsonb_each_text(prices) as said
  order by one, said.key, number
  on conflict (shelf, currency, number) do update set price = excluded.price,
    free = excluded.free, rating_band = excluded.rating_band, rating = excluded.rating,
    traits = excluded.traits
  where known is distinct from excluded;

  delete from item_cards c using items i
  where i.id = any (wanted) and c.number = i.number
    and not exists (select from priced_to_shelve g join item_texts t on t.item_id = g.id
      where g.number = c.number and t.locale = c.locale);
  insert into item_cards as known
  select i.number, t.locale, json_build_object(
    'id', i.id, 'market', i.market, 'slug', i.slug, 'prefix', i.prefix, 'name', t.name, 'tagline',
      t.tagline,
    'price_minor', i.price_minor, 'currency', i.currency, 'prices', g.prices,
      'price_kind', i.price_kind,
      'price_period', i.price_period, 'in_app_purchase', i.in_app_purchase,
    'rating', i.rating, 'review_count', i.review_count, 'install_count', i.install_count,
    'developer', json_build_object('slug', p.slug, 'name', p.name), 'icon', i.icon, 'swatches',
      i.swatches, 'ground', i.ground,
    'cover_desktop', card_picture(i.id, 'desktop', t.locale), 'cover_phone',
      card_picture(i.id, 'phone', t.locale),
    'shelves', g.shelves[2:], 'version', r.version, 'released_at', r.published_at,
      'installable', r.package_sha256 is not null,
    'permission_count', coalesce(jsonb_array_length(r.manifest -> 'permissions'), 0),
    'trial_days', shown.trial_days, 'price_from', coalesce(shown.price_from, false))
  from priced_to_shelve g
  join items i on i.number = g.number
  join partners p on p.id = i.partner_id
  join item_texts t on t.item_id = i.id
  left join releases r on r.id = i.latest_release_id
  cross join lateral card_plan(i.id) as shown
  on conflict (number, locale) do update set card = excluded.card
    where known.card::text <> excluded.card::text;

  delete from item_words w using items i
  where i.id = any (wanted) and w.number = i.number
    and not exists (select from priced_to_shelve g where g.number = w.number);
  insert into item_words as known (number, market, shelves, free, rating_band, smart, rating,
    reviews, price, installs, published_at, words, heads, names, titles, traits, currency, prices)
  select g.number, g.market, g.shelves, g.free, g.rating_band, g.smart, g.rating, g.reviews,
    g.price, g.installs, g.published_at, every.words, ts_filter(every.words, '{a,b,c}'),
    strip(ts_filter(every.words, '{a}')), said.titles, g.traits, g.currency, g.prices
  from priced_to_shelve g
  cross join lateral (
    select string_agg(name, ' ') as names, string_agg(tagline, ' ') as taglines,
      string_agg(joined_words(name), ' ') as joined_names,
      string_agg(joined_words(tagline), ' ') as joined_taglines,
      coalesce('| ' || string_agg(fold(name), ' | ' order by locale) || ' |', '') as titles,
      string_agg(concat_ws(' ', array_to_string(features, ' '), array_to_string(description, ' ')),
        ' ') as rest
    from item_texts where item_id = g.id) said
  cross join lateral (
    select weighed_words(concat_ws(' ', said.names, said.joined_names), 'A')
      || weighed_words(concat_ws(' ', said.taglines, said.joined_taglines), 'B')
      || weighed_words(concat_ws(' ', g.partner,
        (select string_agg(word, ' ') from categories c,
        jsonb_each_text(c.name) as named (language, word)
           where c.number = any (g.shelves))), 'C')
      || weighed_words(concat_ws(' ', said.rest,
        (select string_agg(note, ' ') from releases n,
        jsonb_each_text(n.notes) as noted (language, note)
           where n.item_id = g.id and n.status = 'published' and n.version_order >= coalesce(
             (select version_order from releases where item_id = g.id and status = 'published'
               order by version_order desc offset 2 limit 1), ''))), 'D') as words offset 0) every
  on conflict (number) do update set market = excluded.market, shelves = excluded.shelves,
    free = excluded.free, rating_band = excluded.rating_band,
    smart = excluded.smart, rating = excluded.rating, reviews = excluded.reviews,
      price = excluded.price, installs = excluded.installs,
    published_at = excluded.published_at, words = excluded.words, heads = excluded.heads,
    names = excluded.names, titles = excluded.titles,
    traits = excluded.traits, currency = excluded.currency, prices = excluded.prices
  where known is distinct from excluded;

  -- Of names, taglines, developers and categories, as they are written.
  insert into known_words
  select distinct said.word
  from priced_to_shelve g cross join lateral (
    select name as text from item_texts where item_id = g.id
    union all select tagline from item_texts where item_id = g.id
    union all select g.partner
    union all select word from categories c, jsonb_each_text(c.name) as named (language, word)
      where c.number = any (g.shelves)) texts
  cross join lateral unnest(string_to_array(fold(texts.text), ' ')) as said (word)
  where length(said.word) between 4 and 30 and not exists (select from known_words k
    where k.word = said.word)
  on conflict do nothing;
end $$;

select shelve_items(array_agg(id)) from items where status = 'published' having count(*) > 0;
