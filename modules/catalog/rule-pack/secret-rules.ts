import { evidence } from './evidence.ts'
import { findSecrets, type SecretKind } from './secrets.ts'
import { lookThrough, packageOf, seenAt } from './look.ts'
import { finding, type Candidate, type Finding, type Rule, type Words } from './rule.ts'
import { textsOf } from './text-rules.ts'

/**
 * PKG-7: what opens somebody's door has no business in a package, which is handed to every shop.
 */
const secret = (kind: SecretKind, what: Words, revoke: Words): Rule => ({
  id: `secrets.${kind}`,
  looksAt: 'package',
  severity: 'quarantine',
  wrong: {
    tr: `Gizli bilgi bulundu: ${what.tr}.`,
    en: `A secret was found: ${what.en}.`,
    ar: `عُثر على سر: ${what.ar}.`,
  },
  mend: {
    tr: `${revoke.tr} Sonra paketten çıkar; yalnızca silmek yetmez, görülmüş sayılır.`,
    en: `${revoke.en} Then take it out of the package; deleting alone is not enough, it counts as seen.`,
    ar: `${revoke.ar} ثم احذفه من الحزمة؛ الحذف وحده لا يكفي لأنه يُعد مكشوفًا.`,
  },
  check: (candidate) => [
    ...inManifest(candidate, kind),
    ...inListing(candidate, kind),
    ...lookThrough(candidate, ['script', 'style', 'markup', 'words'], (source) =>
      findSecrets(kind, source.text)
        .slice(0, 5)
        .map(({ index, secret: found }) => seenAt(source, index, found)),
    ),
  ],
})

/** As it was written, so that a manifest that does not follow the rules hides nothing. */
function inManifest(candidate: Candidate, kind: SecretKind): Finding[] {
  const { files, manifestPath } = packageOf(candidate)
  const text = files.find((file) => file.path === manifestPath)?.text ?? ''
  return findSecrets(kind, text)
    .slice(0, 5)
    .map(({ index, secret: found }) =>
      seenAt({ file: manifestPath ?? '', place: null, language: 'words', text }, index, found),
    )
}

const inListing = (candidate: Candidate, kind: SecretKind): Finding[] =>
  candidate.listing === null
    ? []
    : textsOf(candidate).flatMap(({ place, text }) =>
        findSecrets(kind, text).map(({ secret: found }) =>
          finding({ place, evidence: evidence(found) }),
        ),
      )

export const SECRET_RULES: readonly Rule[] = [
  secret(
    'own_token',
    { tr: 'bu pazarın anahtarı', en: 'a token of this market', ar: 'رمز وصول لهذا السوق' },
    {
      tr: 'Konsolda anahtarı iptal et.',
      en: 'Revoke the token in the console.',
      ar: 'ألغِ الرمز في لوحة التحكم.',
    },
  ),
  secret(
    'aws_key',
    { tr: 'AWS erişim anahtarı', en: 'an AWS access key', ar: 'مفتاح وصول AWS' },
    {
      tr: 'Anahtarı AWS IAM’de kapat.',
      en: 'Deactivate the key in AWS IAM.',
      ar: 'عطّل المفتاح في AWS IAM.',
    },
  ),
  secret(
    'github_token',
    { tr: 'GitHub anahtarı', en: 'a GitHub token', ar: 'رمز GitHub' },
    {
      tr: 'Anahtarı GitHub ayarlarında iptal et.',
      en: 'Revoke the token in GitHub’s settings.',
      ar: 'ألغِ الرمز في إعدادات GitHub.',
    },
  ),
  secret(
    'stripe_key',
    { tr: 'Stripe gizli anahtarı', en: 'a Stripe secret key', ar: 'مفتاح Stripe السري' },
    {
      tr: 'Stripe panelinde yeni anahtar al, eskisini kapat.',
      en: 'Roll the key in Stripe’s dashboard.',
      ar: 'بدّل المفتاح في لوحة Stripe.',
    },
  ),
  secret(
    'private_key',
    { tr: 'özel anahtar', en: 'a private key', ar: 'مفتاح خاص' },
    {
      tr: 'Yeni bir anahtar çifti üret, eskisini kullanımdan kaldır.',
      en: 'Make a new pair of keys and retire the old one.',
      ar: 'أنشئ زوج مفاتيح جديدًا وأوقف القديم.',
    },
  ),
  secret(
    'jwt',
    {
      tr: 'oturum ya da erişim belgesi (JWT)',
      en: 'a session or access token (JWT)',
      ar: 'رمز جلسة أو وصول (JWT)',
    },
    {
      tr: 'Belgeyi veren sistemde iptal et.',
      en: 'Revoke it where it was issued.',
      ar: 'ألغه في النظام الذي أصدره.',
    },
  ),
]
