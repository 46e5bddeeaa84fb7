-- Goals of shop owners ("sell more"): a way into a market that goes across its categories
-- (docs/decisions/0066).

-- All words of a term in any order, their beginnings only, since words bend; one term is enough.
create function goal_query(terms jsonb) returns tsquery
  language sql immutable parallel safe as $$
  select string_agg(said.term, ' | ')::tsquery -- null without terms
  from (
    select '(' || string_agg(format('''%s''%s', word,
      case when length(word) > 3 then ':*' else '' end), ' & ') || ')' as term
    from jsonb_each(terms) as spoken (language, list),
      jsonb_array_elements_text(list) with ordinality as one (written, place),
      unnest(string_to_array(fold(written), ' ')) as word
    where word <> ''
    group by language, place) said
$$;

create table goals (
  id text primary key check (id ~ '^goal_[0-9a-z]{20}$'),
  number integer not null unique
    default nextval(pg_get_serial_sequence('categories', 'number')),
  market text not null check (market in ('app', 'theme')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name jsonb not null,
  lead jsonb not null default '{}',
  categories text[] not null default '{}',
  terms jsonb not null default '{}',
  query tsquery generated always as (goal_query(terms)) stored,
  position smallint not null check (position between 0 and 999),
  is_active boolean not null default true,
  unique (market, slug)
);
comment on table goals is
  'What owners want: a shelf of all items that are in one of its categories, or whose name or '
  'tagline has one of its terms. Written by operators.';
comment on column goals.number is 'Of its shelf; from the same numbers as those of categories.';
comment on column goals.categories is
  'Slugs of categories and tags. One that does not exist, or not yet, means nothing.';
comment on column goals.terms is 'By language, as operators wrote them.';

-- Numbers of the shelves that an item stands on: its market's first, then those of its categories
-- and goals.
create or replace function item_shelves(wanted_item text, market text) returns integer[]
  language sql stable as $$
  select market_shelf(item_shelves.market)
    || array(select c.number from item_categories k join categories c on c.id = k.category_id
      where k.item_id = wanted_item order by c.position)
    || array(select g.number from goals g,
      (select weighed_words(string_agg(concat_ws(' ', name, tagline), ' '), 'A') as words
        from item_texts where item_id = wanted_item) said
      where g.market = item_shelves.market and g.is_active and (said.words @@ g.query
        or exists (select from item_categories k join categories c on c.id = k.category_id
          where k.item_id = wanted_item and c.slug = any (g.categories)))
      order by g.position, g.number)
$$;

-- Items that stand on the shelf of a goal, or will. Found by indexes: item_words has all words of
-- an item, of which a goal reads some.
create function note_goal() returns trigger language plpgsql as $$
declare
  goal goals := coalesce(new, old);
begin
  insert into item_changes
  select i.id, goal.market, true from items i
  where i.number in (
    select s.number from shelf s where s.shelf = goal.number
    union select w.number from item_words w
      where w.market = goal.market and w.words @@ goal.query
    union select x.number from categories c join item_categories k on k.category_id = c.id
      join items x on x.id = k.item_id
      where c.market = goal.market and c.slug = any (goal.categories));
  perform ask_for_shelving();
  perform pg_notify('arasta_changed', 'market:' || goal.market);
  return null;
end $$;
create trigger note_change
  after insert or update or delete on goals for each row execute function note_goal();

insert into goals (id, market, slug, position, name, lead, categories, terms) values
  ('goal_00000000000000000001', 'app', 'sell-more', 10,
   '{"en": "Sell more", "tr": "Daha çok sat", "ar": "بِع أكثر", "de": "Mehr verkaufen", "es": "Vender más"}',
   '{"en": "Fuller carts and fewer lost customers.", "tr": "Dolu sepetler, daha az kaçan müşteri.", "ar": "سلال أكثر امتلاءً وزبائن أقل يغادرون.", "de": "Vollere Warenkörbe, weniger Absprünge.", "es": "Carritos más llenos y menos clientes perdidos."}',
   '{}',
   '{"en": ["cart", "coupon", "discount", "gift", "upsell", "free shipping", "wishlist", "countdown"], "tr": ["sepet", "kupon", "indirim", "hediye", "ücretsiz kargo", "geri sayım"], "ar": ["السلة", "قسيمة", "خصم", "هدية", "شحن مجاني"], "de": ["Warenkorb", "Gutschein", "Rabatt", "Geschenk"], "es": ["carrito", "cupón", "descuento", "regalo", "envío gratis"]}'),
  ('goal_00000000000000000002', 'app', 'legal-duties', 20,
   '{"en": "Meet legal duties", "tr": "Yasal yükümlülükler", "ar": "الالتزامات القانونية", "de": "Rechtliche Pflichten", "es": "Obligaciones legales"}',
   '{"en": "Consent, notices and what the law asks of a shop.", "tr": "Onay, bildirim ve yasanın mağazadan istedikleri.", "ar": "الموافقات والإشعارات وما يطلبه القانون من المتجر.", "de": "Einwilligung, Hinweise und was das Gesetz von einem Shop verlangt.", "es": "Consentimiento, avisos y lo que la ley pide a una tienda."}',
   '{trust,legal}',
   '{"en": ["cookie", "consent", "gdpr", "privacy", "invoice", "age check"], "tr": ["çerez", "kvkk", "açık rıza", "fatura", "gizlilik"], "ar": ["ملفات الارتباط", "الخصوصية", "فاتورة"], "de": ["Cookie", "Einwilligung", "DSGVO", "Datenschutz", "Rechnung"], "es": ["cookies", "consentimiento", "privacidad", "factura"]}'),
  ('goal_00000000000000000003', 'app', 'speed', 30,
   '{"en": "A faster shop", "tr": "Daha hızlı bir mağaza", "ar": "متجر أسرع", "de": "Ein schnellerer Shop", "es": "Una tienda más rápida"}',
   '{"en": "Pages that are there before anyone waits.", "tr": "Kimse beklemeden açılan sayfalar.", "ar": "صفحات تظهر قبل أن ينتظر أحد.", "de": "Seiten, die da sind, bevor jemand wartet.", "es": "Páginas que aparecen sin hacer esperar."}',
   '{speed,performance}',
   '{"en": ["fast", "speed", "performance", "lazy loading"], "tr": ["hız", "hızlı", "performans"], "ar": ["سرعة", "أسرع"], "de": ["schnell", "Tempo", "Ladezeit"], "es": ["rápida", "velocidad", "rendimiento"]}'),
  ('goal_00000000000000000004', 'app', 'look', 40,
   '{"en": "A better look", "tr": "Daha güzel bir görünüm", "ar": "مظهر أجمل", "de": "Schöner aussehen", "es": "Mejor aspecto"}',
   '{"en": "Pictures, videos and details that are looked at.", "tr": "Bakılan fotoğraflar, videolar ve ayrıntılar.", "ar": "صور ومقاطع وتفاصيل تلفت النظر.", "de": "Bilder, Videos und Details, die man ansieht.", "es": "Imágenes, vídeos y detalles que se miran."}',
   '{image,video,design}',
   '{"en": ["gallery", "slider", "zoom", "video", "animation"], "tr": ["galeri", "fotoğraf", "büyüteç", "video"], "ar": ["معرض", "صور", "فيديو"], "de": ["Galerie", "Bilder", "Zoom", "Video"], "es": ["galería", "imágenes", "zoom", "vídeo"]}'),
  ('goal_00000000000000000005', 'app', 'help-customers', 50,
   '{"en": "Help customers", "tr": "Müşteriye yardım et", "ar": "ساعد زبائنك", "de": "Kunden helfen", "es": "Ayudar a los clientes"}',
   '{"en": "Guidance, answers and news at the right moment.", "tr": "Doğru anda yol, yanıt ve haber.", "ar": "إرشاد وإجابات وأخبار في وقتها.", "de": "Hilfe, Antworten und Nachrichten im richtigen Moment.", "es": "Ayuda, respuestas y avisos en el momento justo."}',
   '{guide,notice,support}',
   '{"en": ["chat", "whatsapp", "help", "tour", "faq"], "tr": ["sohbet", "whatsapp", "yardım", "rehber"], "ar": ["دردشة", "مساعدة", "جولة"], "de": ["Chat", "Hilfe", "Tour"], "es": ["chat", "ayuda", "visita guiada"]}'),
  ('goal_00000000000000000006', 'app', 'deliver-better', 60,
   '{"en": "Deliver better", "tr": "Daha iyi teslimat", "ar": "توصيل أفضل", "de": "Besser liefern", "es": "Entregar mejor"}',
   '{"en": "Dates, addresses and parcels without questions.", "tr": "Soru bırakmayan tarih, adres ve kargo.", "ar": "مواعيد وعناوين وطرود بلا أسئلة.", "de": "Termine, Adressen und Pakete ohne Rückfragen.", "es": "Fechas, direcciones y paquetes sin dudas."}',
   '{deliver,shipping}',
   '{"en": ["delivery", "shipping", "parcel", "tracking number"], "tr": ["kargo", "teslimat", "teslim"], "ar": ["توصيل", "شحن"], "de": ["Lieferung", "Versand", "Paket"], "es": ["entrega", "envío", "paquete"]}'),
  ('goal_00000000000000000007', 'theme', 'calm', 10,
   '{"en": "A calm look", "tr": "Sakin bir görünüm", "ar": "مظهر هادئ", "de": "Ruhiger Auftritt", "es": "Un aspecto sereno"}',
   '{"en": "Plain, light and out of the way of the products.", "tr": "Yalın, açık; ürünün önüne geçmez.", "ar": "بسيط وفاتح، والمنتجات في الصدارة.", "de": "Schlicht, hell, die Produkte im Vordergrund.", "es": "Sencillo, claro y con los productos delante."}',
   '{minimal}',
   '{"en": ["calm", "plain", "minimal", "simple", "quiet", "clean"], "tr": ["sakin", "yalın", "sade", "temiz"], "ar": ["هادئ", "بسيط"], "de": ["ruhig", "schlicht", "klar"], "es": ["sereno", "sencillo", "limpio"]}'),
  ('goal_00000000000000000008', 'theme', 'dark', 20,
   '{"en": "A dark shop", "tr": "Koyu bir mağaza", "ar": "متجر داكن", "de": "Ein dunkler Shop", "es": "Una tienda oscura"}',
   '{"en": "Dark grounds on which pictures glow.", "tr": "Fotoğrafların parladığı koyu zeminler.", "ar": "خلفيات داكنة تتألق عليها الصور.", "de": "Dunkle Flächen, auf denen Bilder leuchten.", "es": "Fondos oscuros en los que brillan las imágenes."}',
   '{dark}',
   '{"en": ["dark", "night", "black"], "tr": ["koyu", "gece", "siyah"], "ar": ["داكن", "ليل"], "de": ["dunkel", "Nacht", "schwarz"], "es": ["oscuro", "noche", "negro"]}'),
  ('goal_00000000000000000009', 'theme', 'colourful', 30,
   '{"en": "Colour and play", "tr": "Renkli ve neşeli", "ar": "ألوان ومرح", "de": "Bunt und verspielt", "es": "Color y alegría"}',
   '{"en": "Strong colours that are remembered.", "tr": "Akılda kalan güçlü renkler.", "ar": "ألوان قوية تبقى في الذاكرة.", "de": "Kräftige Farben, die in Erinnerung bleiben.", "es": "Colores fuertes que se recuerdan."}',
   '{colourful}',
   '{"en": ["colour", "color", "bright", "playful", "bold"], "tr": ["renk", "renkli", "canlı", "neşeli"], "ar": ["ألوان", "مرح"], "de": ["bunt", "Farbe", "kräftig"], "es": ["color", "alegre", "vivo"]}');
