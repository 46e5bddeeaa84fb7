import { TOKEN_PREFIX, WEBHOOK_SECRET_PREFIX } from '#lib/token-prefixes.ts'

/** Forms of secrets that have one. What has none (a password) is found by nobody. */
export const SECRET_FORMS = {
  own_token: new RegExp(
    `\\b(?:${TOKEN_PREFIX}[a-z]{2,10}_[\\w-]{24,200}|${WEBHOOK_SECRET_PREFIX}[A-Za-z0-9+/]{32,100}={0,2})`,
    'g',
  ),
  aws_key: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
  github_token: /\b(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{82})\b/g,
  stripe_key: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}\b/g,
  private_key:
    /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----|"d"\s{0,5}:\s{0,5}"[\w-]{43,}"/g,
  jwt: /(?<![\w-])eyJ[\w-]{10,400}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}/g,
} as const satisfies Record<string, RegExp>
export type SecretKind = keyof typeof SECRET_FORMS

/** The providers' own examples, which stand in every manual and open nothing. */
const EXAMPLES = /EXAMPLE\b/

export function findSecrets(kind: SecretKind, text: string): { index: number; secret: string }[] {
  return [...text.matchAll(SECRET_FORMS[kind])]
    .filter(([secret]) => !EXAMPLES.test(secret))
    .map((match) => ({ index: match.index, secret: match[0] }))
}

/** Enough to find it again, too little to use it. */
const mask = (secret: string) => (secret.startsWith('-----') ? secret : `${secret.slice(0, 6)}…`)

export const maskSecrets = (text: string): string =>
  Object.values(SECRET_FORMS).reduce((all, form) => all.replace(form, mask), text)

/** Tokens of this market in a text, whole: for who revokes them, and for nobody else. */
export const ownTokensIn = (text: string): string[] =>
  [...text.matchAll(SECRET_FORMS.own_token)].map(([token]) => token)
