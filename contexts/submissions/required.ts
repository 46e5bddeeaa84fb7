import { RULES, rulesThatLookAt, type Rule } from '../catalog/public.ts'

/** Which checks must all have passed: of a listing alone only those that look at listings. */
export const requiredOf = ({ version }: { version: string | null }): readonly Pick<Rule, 'id'>[] => (version === null ? rulesThatLookAt('listing', 'market') : RULES)

const WORDS = new Map<string, Pick<Rule, 'wrong' | 'mend'>>(RULES.map(rule => [rule.id, rule]))
export const ruleOf = (id: string): Pick<Rule, 'wrong' | 'mend'> | undefined => WORDS.get(id)
