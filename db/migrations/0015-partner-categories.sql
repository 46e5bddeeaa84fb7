-- What kinds of partners there are (D19): for the partner directory and the application to become one.
create table partner_categories (
  slug text primary key check (slug ~ '^[a-z]+(-[a-z]+)*$'),
  name jsonb not null,
  text jsonb not null,
  position integer not null
);
insert into partner_categories (slug, name, text, position) values
  ('developer', '{"tr":"Geliştirici","en":"Developer","ar":"مطوّر"}',
   '{"tr":"Mağazaya bir iş yaptıran uygulamalar yazar.","en":"Writes apps that do a job on a shop.","ar":"يكتب تطبيقات تؤدي عملًا في المتجر."}', 1),
  ('designer', '{"tr":"Tasarımcı","en":"Designer","ar":"مصمّم"}',
   '{"tr":"Mağazanın bütün sayfalarını giydiren temalar çizer.","en":"Draws themes that dress every page of a shop.","ar":"يرسم قوالب تُلبس صفحات المتجر كلها."}', 2),
  ('agency', '{"tr":"Ajans","en":"Agency","ar":"وكالة"}',
   '{"tr":"Mağaza sahipleri için kurar, düzenler, büyütür.","en":"Sets up, arranges and grows shops for their owners.","ar":"تُنشئ المتاجر وترتّبها وتنمّيها لأصحابها."}', 3),
  ('integrator', '{"tr":"Entegratör","en":"Integrator","ar":"مختص ربط"}',
   '{"tr":"Ödeme, kargo, muhasebe gibi dış sistemleri bağlar.","en":"Connects outside systems: payment, delivery, accounting.","ar":"يربط الأنظمة الخارجية: الدفع والشحن والمحاسبة."}', 4);

alter table partners add column category text references partner_categories;
create index partners_category on partners (category) where category is not null;
