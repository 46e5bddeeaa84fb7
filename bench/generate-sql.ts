/**
 * The generator's statements. Everything that is drawn depends on the seed and the item's own
 * number alone, never on the order of rows or on the size of a batch, so the same seed gives the
 * same market.
 */

/** The word that a fifth of all have. */
export const BROAD_WORD = 'ekspres'
/** So many items, on average, share one of the words that hardly anybody has. */
export const ITEMS_PER_WORD = 11

/** The triggers that note which items a transaction touched. */
export const setChangeTriggers = (how: 'enable' | 'disable') =>
  ['items', 'item_texts', 'item_pictures', 'item_categories', 'releases', 'plans']
    .map((table) => `alter table ${table} ${how} trigger note_inserted`)
    .join('; ')

/**
 * Indexes that only readers need: made once at the end, they cost a fraction of what keeping them
 * costs. Those by which the product's function writes stay.
 */
export const READERS_INDEXES = `select tablename as "table", indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' and tablename in ('shelf', 'item_words', 'known_words') and indexname not like '%_pkey' and indexname <> 'shelf_number' order by 1`

/**
 * Functions and tables of the session that generates. `draw` is 0 to 1, alike for a number and a
 * purpose.
 */
export const prepareSession = (seed: number) => `
  create function pg_temp.draw(n bigint, purpose integer) returns double precision language sql immutable parallel safe as $$
    select (hashint8extended(n, ${Math.trunc(seed)}::bigint * 1000 + purpose) & 4503599627370495)::float8 / 4503599627370496 $$;
  -- A word of two or three syllables that no language has; every number has its own.
  create function pg_temp.coined(number bigint) returns text language sql immutable parallel safe as $$
    select (array['b','c','d','f','g','h','k','l','m','n','p','r','s','t','v','z'])[1 + k % 16] || (array['a','e','i','o','u'])[1 + k / 16 % 5]
      || (array['l','n','r','s','m','k'])[1 + k / 80 % 6]
      || (array['t','d','b','v','z','g','p','f'])[1 + k / 480 % 8] || (array['a','o','e','u','i'])[1 + k / 3840 % 5]
      || (array['n','x','r','q','l'])[1 + k / 19200 % 5] || (array['','in','ou','ew','a'])[1 + k / 96000 % 5]
    -- neighbours look nothing alike
    from (select number * 7919 % 480000 as k) mixed $$;
  create temporary table stock (place integer primary key, kind text not null, period text, price_minor bigint not null, currency text not null,
    categories integer[] not null, facts jsonb not null);
  create temporary table stock_text (place integer, position integer, locale text, name text, tagline text, description text[], features text[],
    primary key (place, locale));
  create temporary table made (n bigint primary key, id text, slug text, brand text, base integer, other integer, third integer, partner bigint,
    kind text, period text, price_minor bigint, currency text, rated boolean, rating numeric(3, 2), reviews integer, installs integer, published_at timestamptz,
    pictured boolean, packaged boolean, broad boolean, languages integer, versions integer, in_app_purchase boolean,
    -- the item that it is a copy of, or itself
    template bigint, template_slug text, template_brand text, template_partner bigint);`

export const INSERT_STOCK = `insert into stock select * from jsonb_to_recordset($1::jsonb)
  as said (place integer, kind text, period text, price_minor bigint, currency text, categories integer[], facts jsonb)`

export const INSERT_STOCK_TEXTS = `insert into stock_text select * from jsonb_to_recordset($1::jsonb)
  as said (place integer, position integer, locale text, name text, tagline text, description text[], features text[])`

export const INSERT_CATEGORIES = `insert into categories (id, market, slug, name, drawing, position)
  select 'cat_bench_' || (place - 1), 'app', said ->> 'slug', said -> 'name', null, place
  from jsonb_array_elements($1::jsonb) with ordinality as one (said, place)`

/** A developer has four items on average, a few have very many. */
export const INSERT_PARTNERS = `insert into partners (id, slug, name, statement, created_at, verified_at)
  select 'par_bench_' || n, 'studio-' || n, initcap(pg_temp.coined(479999 - n)) || ' ' || (array['Studio', 'Labs', 'Atölye', 'Works'])[1 + n % 4], '{}', $2,
    case when pg_temp.draw(n, 90) < 0.2 then $2::timestamptz end
  from generate_series(0, greatest($1::bigint / 4, 1) + 3) n`

/**
 * $1, $2: first and last number; $3 stock items; $4 all items; $5 the day of the newest; $6 so many
 * are no copies. A copy has its template's words, categories, pictures and releases, but a name,
 * prices and all that orders lists of its own.
 */
export const CREATE_TABLES = `insert into made
  select n, 'itm_' || left(md5('item ' || n || ' of ' || pg_temp.draw(n, 0)), 20), lower(coined) || '-' || n, initcap(coined), base,
    floor(pg_temp.draw(template, 2) * $3)::integer, floor(pg_temp.draw(template, 3) * $3)::integer,
    -- developers of one kind (Studio, Labs …) stand four apart
    partner - partner % 4 + template_partner % 4,
    case when stock.kind = 'one_time' and pg_temp.draw(n, 5) < 0.4 then 'recurring' else stock.kind end,
    case when stock.kind = 'one_time' and pg_temp.draw(n, 5) < 0.4 then 'month' else stock.period end,
    -- prices end in 0, as the source's: half to twice as much
    case when stock.price_minor = 0 then 0 else greatest(100, round(stock.price_minor * (0.5 + 1.5 * pg_temp.draw(n, 6)) / 100) * 100) end, stock.currency,
    rated, case when rated then round((5 - 3.5 * power(pg_temp.draw(n, 8), 2.5))::numeric, 2) end,
    case when rated then least(200000, ceil(power(pg_temp.draw(n, 9) + 1e-6, -0.9)))::integer else 0 end,
    -- Zipf: one in a thousand has a thousand times what most have
    greatest(3, least(2000000, floor(3 * power(pg_temp.draw(n, 10) + 1e-6, -1.05))))::integer - 3,
    $5::timestamptz - interval '1 second' * floor(252460800 * power(pg_temp.draw(n, 11), 1.5)),
    pg_temp.draw(template, 12) < 0.7, pg_temp.draw(template, 13) < 0.4, pg_temp.draw(template, 14) < 0.2,
    case when pg_temp.draw(template, 15) < 0.6 then 1 when pg_temp.draw(template, 15) < 0.85 then 2 else 3 end, 1 + floor(pg_temp.draw(template, 16) * 2.6)::integer,
    pg_temp.draw(n, 20) < 0.15, template, lower(template_coined) || '-' || template, initcap(template_coined), template_partner
  from (
    select n, template, floor(pg_temp.draw(template, 1) * $3)::integer as base, pg_temp.draw(n, 7) < 0.4 as rated,
      pg_temp.coined(floor(pg_temp.draw(n, 17) * words)::bigint) as coined, pg_temp.coined(floor(pg_temp.draw(template, 17) * words)::bigint) as template_coined,
      floor(power(pg_temp.draw(n, 4), 3) * ($4::bigint / 4))::bigint as partner, floor(power(pg_temp.draw(template, 4), 3) * ($4::bigint / 4))::bigint as template_partner
    from (select n, 1 + (n - 1) % $6::bigint as template, greatest($4::bigint / ${ITEMS_PER_WORD}, 1) as words from generate_series($1::bigint, $2::bigint) n) numbered
    offset 0
  ) drawn join stock on stock.place = base
  order by n`

export const INSERT_ITEMS = `insert into items (number, id, market, slug, prefix, partner_id, name, price_minor, currency, price_kind, price_period, in_app_purchase, icon,
    swatches, ground, links, credits, facts, page_weight, rating, rating_histogram, review_count, install_count, latest_release_id, status, published_at, updated_at)
  overriding system value
  select n, made.id, 'app', slug, slug, 'par_bench_' || partner, stock_text.name || ' ' || brand, made.price_minor, made.currency, made.kind, made.period,
    in_app_purchase, '/pictures/' || slug || '/icon.svg', '{}', '#' || left(md5(template_slug), 6),
    jsonb_build_object('document', 'https://docs.example/' || slug, 'support', 'https://help.example/' || slug), '[]',
    case when packaged then facts else '{}' end, 1000 + floor(pg_temp.draw(n, 21) * 40000)::integer, rating,
    case when rated then array[reviews / 20, reviews / 20, reviews / 10, reviews / 5, reviews - reviews / 20 * 2 - reviews / 10 - reviews / 5] end, reviews, installs,
    'rel_' || substr(made.id, 5) || '_' || versions, 'published', published_at, published_at
  from made join stock on stock.place = base join stock_text on stock_text.place = base and position = 0
  order by n`

/**
 * Name of one, tagline of another, features of a third, each in the same language; a language that
 * the other lacks stays its own.
 */
export const INSERT_TEXTS = `insert into item_texts (item_id, locale, name, tagline, description, features)
  select made.id, own.locale, own.name || ' ' || brand, coalesce(other.tagline, own.tagline), own.description,
    coalesce(third.features, own.features) || case when broad then array['${BROAD_WORD[0]?.toUpperCase()}${BROAD_WORD.slice(1)}'] else '{}' end
  from made
  join stock_text own on own.place = base and (position + template) % (select count(*) from stock_text s where s.place = base) < languages
  left join stock_text other on other.place = made.other and other.locale = own.locale
  left join stock_text third on third.place = made.third and third.locale = own.locale
  order by n`

/**
 * $1: categories that there are. One and a half an item, the first ones fullest, where the source
 * says nothing.
 */
export const INSERT_CATEGORIES_OF_ITEMS = `insert into item_categories (item_id, category_id)
  select distinct made.id, 'cat_bench_' || chosen.place
  from made join stock on stock.place = base cross join lateral (
    select unnest(categories) as place
    union
    select floor(power(pg_temp.draw(template, 30 + choice), 1.8) * $1)::integer from generate_series(1, 3) choice
    where categories = '{}' and (choice = 1 or pg_temp.draw(template, 29) < (array[1, 0.45, 0.12])[choice])
  ) chosen`

export const INSERT_PLANS = `insert into plans (id, item_id, kind, period, price_minor, currency, position, name, features)
  select 'pln_' || substr(id, 5) || '_0', id, kind, period, price_minor, currency, 0, '{}', '{}' from made order by n`

export const INSERT_PICTURES = `insert into item_pictures (item_id, role, locale, device, position, sources, width, height, placeholder, alt)
  select id, role, null, device, position, jsonb_build_array(
      jsonb_build_object('path', file || small || '-' || left(md5(template_slug || position), 8) || '.avif', 'type', 'image/avif', 'width', small),
      jsonb_build_object('path', file || small * 2 || '-' || left(md5(template_slug || position + 9), 8) || '.avif', 'type', 'image/avif', 'width', small * 2),
      jsonb_build_object('path', file || small * 3 / 2 || '-' || left(md5(template_slug || position + 99), 8) || '.webp', 'type', 'image/webp', 'width', small * 3 / 2)),
    small * 2, small * 5 / 4, 'data:image/webp;base64,UklGRmQAAABXRUJQVlA4IFgAAACwAwCdASoUAA0APu1kqU2ppaQiMAgBMB2JbAAA' || substr(md5(template_slug), 1, 32)
      || substr(md5(template_slug || position), 1, 32) || substr(md5(position || template_slug), 1, 28) || 'A==',
    jsonb_build_object('tr', brand || ' bir mağazada', 'en', brand || ' on a shop', 'ar', brand || ' في متجر')
  from made cross join lateral (values ('cover', 'desktop', 1, 640), ('cover', 'phone', 2, 240), ('screenshot', 'desktop', 3, 640), ('screenshot', 'phone', 4, 240))
    as shot (role, device, position, small)
  cross join lateral (select '/pictures/' || slug || '/' || role || '-' || position || '-' || device || '-' as file) named
  where pictured order by n, position`

/** $1: hash of the one package that stands for all. */
export const INSERT_RELEASES = `insert into releases (id, item_id, version, version_order, notes, manifest, package_sha256, signature, key_id, status, published_at, downloads)
  select 'rel_' || substr(id, 5) || '_' || version, id, '1.' || version || '.0', '000000001.' || lpad(version::text, 9, '0') || '.000000000~',
    jsonb_build_object('tr', 'Küçük düzeltmeler ve daha hızlı açılış.', 'en', 'Small repairs and a quicker start.', 'ar', 'إصلاحات صغيرة وبدء أسرع.'),
    case when packaged then jsonb_build_object('format', 1, 'kind', 'app', 'prefix', slug, 'version', '1.' || version || '.0',
      'compatibility', jsonb_build_object('platforms', case when template % 10 < 8 then '{"1":"*"}' when template % 10 < 9 then '{"1":"*","2":"*"}' else '{"3":"*"}' end::jsonb),
      'permissions', (select coalesce(jsonb_agg(asked), '[]') from unnest(array[
        '{"code":"tracking_code","required":true,"reason":{"tr":"Sayfada çalışır.","en":"Runs on the page.","ar":"يعمل في الصفحة."}}',
        '{"code":"design_block","required":false,"reason":{"tr":"Sayfaya bir satır koyar.","en":"Puts a line on the page.","ar":"يضع سطرًا في الصفحة."}}',
        '{"code":"web_service_user","required":false,"reason":{"tr":"Ürünleri okur.","en":"Reads products.","ar":"يقرأ المنتجات."}}']::jsonb[]) with ordinality as one (asked, place)
        where template % 8 & (1 << (place - 1)::integer) <> 0)) end,
    case when packaged then $1 end, case when packaged then 'none' end, case when packaged then 'none' end, 'published',
    published_at - interval '30 days' * (versions - version), installs
  from made cross join lateral generate_series(1, versions) version order by n, version`

/** Items were given their numbers; the next one of the product's own goes on from there. */
export const NEXT_NUMBER = `select setval(pg_get_serial_sequence('items', 'number'), $1::bigint)`

/** Rows of what people choose manually: a few collections of the newest numbers and some banners. */
export const INSERT_COLLECTIONS = `insert into collections (id, market, slug, name, lead, position)
  select 'col_bench_' || n, 'app', 'collection-' || n, jsonb_build_object('tr', 'Seçki ' || n, 'en', 'Collection ' || n, 'ar', 'مجموعة ' || n), '{}', n from generate_series(1, 4) n`
export const INSERT_COLLECTION_ITEMS = `insert into collection_items (collection_id, item_id, position)
  select 'col_bench_' || 1 + (place - 1) / 8, id, place from (select id, row_number() over (order by id) as place from items limit 32) chosen`
export const INSERT_BANNERS = `insert into banners (id, market, place, title, text, target, action, position)
  select 'ban_bench_' || n, 'app', (array['home', 'list'])[1 + n % 2], 'Vitrin ' || n, 'Bu hafta öne çıkanlar', '/list', 'Bak', n from generate_series(1, 4) n`

/**
 * Words that five to twenty items have, so many of them. $1: all items. Asked as the product asks,
 * by how a word begins: on a large market one name is the beginning of others, and of developers'
 * names.
 */
export const SELECTIVE_WORDS = `select word, n from (
    select pg_temp.coined(word) as word, pg_temp.draw(word, 99) as place from (
      select floor(pg_temp.draw(n, 17) * greatest($1::bigint / ${ITEMS_PER_WORD}, 1))::bigint as word, count(*) as n from generate_series(1, $1::bigint) n group by 1
    ) counted where n between 5 and 20 order by place limit $2::integer * 10
  ) likely cross join lateral (
    select count(*)::integer as n from item_words where market = 'app' and words @@ (quote_literal(word) || ':*')::tsquery
  ) having_it where n between 5 and 20 order by place limit $2`
