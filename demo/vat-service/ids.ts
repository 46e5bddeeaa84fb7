/** `silent`: nothing for 30 seconds. */
export type VatIdAnswer = 'valid' | 'invalid' | 'unavailable' | 'silent'

/** What the service says of an id; of all others that they are valid. */
export const KNOWN_IDS: Readonly<Record<string, VatIdAnswer>> = {
  ATU33333336: 'invalid',
  DE333333339: 'invalid',
  ESB12345682: 'invalid',
  ATU33333345: 'unavailable',
  DE333333347: 'unavailable',
  FR83404833048: 'unavailable',
  ATU33333354: 'silent',
}
