/**
 * One entry per schema version, applied in order; `PRAGMA user_version` says how many a file has.
 */
export const migrations: readonly string[] = [
  `
CREATE TABLE store (
  id TEXT PRIMARY KEY,
  names TEXT NOT NULL,
  is_os2 INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'closed')),
  locale TEXT NOT NULL,
  currency TEXT NOT NULL,
  platform_version TEXT NOT NULL,
  contact_email TEXT NOT NULL,
  owner_name TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE language (id TEXT PRIMARY KEY, name TEXT NOT NULL, code TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE store_language (
  store_id TEXT NOT NULL REFERENCES store, language_id TEXT NOT NULL REFERENCES language, position INTEGER NOT NULL,
  PRIMARY KEY (store_id, language_id)
) STRICT;
CREATE TABLE customer_group (
  id TEXT PRIMARY KEY, store_id TEXT NOT NULL REFERENCES store, name TEXT NOT NULL, code TEXT NOT NULL,
  UNIQUE (store_id, code)
) STRICT;
CREATE TABLE product (
  store_id TEXT NOT NULL REFERENCES store, slug TEXT NOT NULL, category TEXT NOT NULL, position INTEGER NOT NULL,
  price_minor INTEGER NOT NULL CHECK (price_minor > 0), was_minor INTEGER, size TEXT NOT NULL, texts TEXT NOT NULL,
  PRIMARY KEY (store_id, slug)
) STRICT;

CREATE TABLE member (
  id INTEGER PRIMARY KEY, store_id TEXT NOT NULL REFERENCES store, email TEXT NOT NULL, full_name TEXT NOT NULL,
  password_hash TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (store_id, email)
) STRICT;
CREATE TABLE visit (
  id TEXT NOT NULL, store_id TEXT NOT NULL REFERENCES store, member_id INTEGER REFERENCES member,
  address TEXT, created_at INTEGER NOT NULL, PRIMARY KEY (id, store_id)
) STRICT;
CREATE TABLE cart_line (
  id INTEGER PRIMARY KEY, visit_id TEXT NOT NULL, store_id TEXT NOT NULL, slug TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99), notes TEXT NOT NULL,
  FOREIGN KEY (visit_id, store_id) REFERENCES visit, FOREIGN KEY (store_id, slug) REFERENCES product,
  UNIQUE (visit_id, store_id, slug, notes)
) STRICT;
CREATE TABLE shop_order (
  id INTEGER PRIMARY KEY, store_id TEXT NOT NULL REFERENCES store, number TEXT NOT NULL, visit_id TEXT NOT NULL,
  member_id INTEGER REFERENCES member, locale TEXT NOT NULL, address TEXT NOT NULL, payment TEXT NOT NULL,
  currency TEXT NOT NULL, goods_minor INTEGER NOT NULL, delivery_minor INTEGER NOT NULL, total_minor INTEGER NOT NULL,
  placed_at INTEGER NOT NULL, UNIQUE (store_id, number)
) STRICT;
CREATE TABLE order_line (
  order_id INTEGER NOT NULL REFERENCES shop_order, position INTEGER NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL,
  quantity INTEGER NOT NULL, price_minor INTEGER NOT NULL, notes TEXT NOT NULL, PRIMARY KEY (order_id, position)
) STRICT;
CREATE TABLE order_note (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES shop_order, author TEXT NOT NULL, text TEXT NOT NULL,
  written_at INTEGER NOT NULL
) STRICT;

CREATE TABLE panel_session (
  token_hash TEXT NOT NULL, store_id TEXT NOT NULL REFERENCES store, created_at INTEGER NOT NULL,
  PRIMARY KEY (token_hash, store_id)
) STRICT;
CREATE TABLE mail (
  id INTEGER PRIMARY KEY, sender TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL,
  html TEXT NOT NULL, received_at INTEGER NOT NULL
) STRICT;

CREATE TABLE credential (
  key_id TEXT PRIMARY KEY, store_id TEXT NOT NULL UNIQUE REFERENCES store, secret TEXT NOT NULL,
  store_token TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE nonce (
  key_id TEXT NOT NULL, nonce TEXT NOT NULL, forget_at INTEGER NOT NULL, PRIMARY KEY (key_id, nonce)
) STRICT;
CREATE INDEX nonce_forget_at ON nonce (forget_at);
CREATE TABLE package (
  sha256 TEXT PRIMARY KEY, prefix TEXT NOT NULL, version TEXT NOT NULL, kept_at INTEGER NOT NULL
) STRICT;
CREATE TABLE package_file (
  sha256 TEXT NOT NULL REFERENCES package, path TEXT NOT NULL, blob TEXT NOT NULL, size INTEGER NOT NULL,
  PRIMARY KEY (sha256, path)
) STRICT;
CREATE TABLE store_package (
  store_id TEXT NOT NULL REFERENCES store, sha256 TEXT NOT NULL REFERENCES package, PRIMARY KEY (store_id, sha256)
) STRICT;
CREATE TABLE effect (
  position INTEGER PRIMARY KEY AUTOINCREMENT, store_id TEXT NOT NULL REFERENCES store, effect_id TEXT NOT NULL,
  kind TEXT NOT NULL, slot TEXT NOT NULL, package TEXT NOT NULL REFERENCES package, prefix TEXT NOT NULL,
  version TEXT NOT NULL, content TEXT NOT NULL, content_sha256 TEXT NOT NULL, body_sha256 TEXT NOT NULL,
  revision INTEGER NOT NULL, secret_hash TEXT, UNIQUE (store_id, effect_id)
) STRICT;
CREATE TABLE own_code (
  store_id TEXT NOT NULL REFERENCES store, slot TEXT NOT NULL, html TEXT NOT NULL, PRIMARY KEY (store_id, slot)
) STRICT;
CREATE TABLE fault (
  store_id TEXT NOT NULL REFERENCES store, call TEXT NOT NULL, kind TEXT NOT NULL, times INTEGER,
  PRIMARY KEY (store_id, call)
) STRICT;
`,
  `
CREATE TABLE preview (
  token_hash TEXT PRIMARY KEY, store_id TEXT NOT NULL REFERENCES store, layers TEXT NOT NULL, packages TEXT NOT NULL,
  alone INTEGER NOT NULL, locale TEXT, expires_at INTEGER NOT NULL
) STRICT;
`,
  `
CREATE TABLE hosted_credential (
  store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, key_id TEXT NOT NULL, secret TEXT NOT NULL,
  PRIMARY KEY (store_id, prefix)
) STRICT;
CREATE TABLE hosted_session (
  token_hash TEXT PRIMARY KEY, store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE hosted_product (
  store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, product TEXT NOT NULL, PRIMARY KEY (store_id, prefix, product)
) STRICT;
`,
  `
CREATE TABLE mail_attachment (
  mail_id INTEGER NOT NULL REFERENCES mail, position INTEGER NOT NULL, filename TEXT NOT NULL, content_type TEXT NOT NULL, content BLOB NOT NULL,
  PRIMARY KEY (mail_id, position)
) STRICT;
`,
  `
CREATE TABLE hosted_webhook_secret (
  store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, position INTEGER NOT NULL, secret TEXT NOT NULL, PRIMARY KEY (store_id, prefix, position)
) STRICT;
CREATE TABLE hosted_news (
  store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, message_id TEXT NOT NULL, installation TEXT NOT NULL, sequence INTEGER NOT NULL, type TEXT NOT NULL,
  version TEXT NOT NULL, received_at INTEGER NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (store_id, prefix, message_id)
) STRICT;
`,
  `
CREATE TABLE user_secret (
  secret_hash TEXT PRIMARY KEY, store_id TEXT NOT NULL REFERENCES store, effect_id TEXT NOT NULL, made_at INTEGER NOT NULL, ends_at INTEGER
) STRICT;
CREATE INDEX user_secret_effect ON user_secret (store_id, effect_id);
INSERT INTO user_secret SELECT secret_hash, store_id, effect_id, 0, NULL FROM effect WHERE secret_hash IS NOT NULL;
CREATE TABLE user_call (
  store_id TEXT NOT NULL REFERENCES store, effect_id TEXT NOT NULL, scope TEXT NOT NULL, calls INTEGER NOT NULL, last_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, effect_id, scope)
) STRICT;
`,
  `
CREATE TABLE effect_turn (
  store_id TEXT NOT NULL REFERENCES store, effect_id TEXT NOT NULL, asked_at INTEGER NOT NULL, PRIMARY KEY (store_id, effect_id)
) STRICT;
`,
  `
CREATE TABLE hosted_wish (
  state_hash TEXT PRIMARY KEY, store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, verifier TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE hosted_token (
  store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, access TEXT NOT NULL, refresh TEXT NOT NULL, PRIMARY KEY (store_id, prefix)
) STRICT;
CREATE TABLE hosted_key (
  store_id TEXT NOT NULL REFERENCES store, prefix TEXT NOT NULL, secret TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (store_id, prefix)
) STRICT;
`,
  `
CREATE TABLE own_site_part (name TEXT PRIMARY KEY CHECK (name IN ('head', 'proof')), content TEXT NOT NULL) STRICT;
`,
  `
ALTER TABLE store ADD COLUMN billing TEXT;
`,
  `
ALTER TABLE panel_session ADD COLUMN person TEXT NOT NULL DEFAULT 'owner';
`,
]
