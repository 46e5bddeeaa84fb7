import { z } from 'zod'
import { publicHalf, publicKeySchema, type PrivateKey, type PublicKey } from './sign-package.ts'

/**
 * Keys that the market signed with before (docs/operating.md, "The market's key"): what they signed
 * until then stays good, unless the key was withdrawn.
 */
export const formerKeySchema = publicKeySchema.omit({ use: true, alg: true }).extend({
  /** When it signed last. */
  until: z.iso.datetime(),
  /** Nothing that it ever signed is believed any more. */
  withdrawn_at: z.iso.datetime().optional(),
})
export type FormerKey = z.infer<typeof formerKeySchema>

export interface MarketKeys {
  signingKey: PrivateKey
  formerKeys: readonly FormerKey[]
}

/** The public keys whose signatures hold. */
export const validKeys = ({ signingKey, formerKeys }: MarketKeys): PublicKey[] => [
  publicHalf(signingKey),
  ...formerKeys.filter((key) => key.withdrawn_at === undefined).map(publicHalf),
]

/**
 * What `/keys.json` says: `keys` are those to believe, so that whoever reads no further does
 * nothing wrong; a former one holds for what stands in the release log before its `until`.
 * `withdrawn` are those to forget.
 */
export const keySet = ({ signingKey, formerKeys }: MarketKeys) => ({
  keys: [
    { ...publicHalf(signingKey), state: 'current' as const },
    ...formerKeys
      .filter((key) => key.withdrawn_at === undefined)
      .map((key) => ({ ...publicHalf(key), state: 'former' as const, until: key.until })),
  ],
  withdrawn: formerKeys.flatMap(({ kid, withdrawn_at: at }) =>
    at === undefined ? [] : [{ kid, at }],
  ),
})
