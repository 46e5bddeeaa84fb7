import { OPERATOR_ROLES, type OperatorRole } from '#kernel/actor.ts'

export const MOST_GROUPS = 100
export const GROUP_LENGTH = 200
/** Of a person: a provider that says more is not read further. */
const MOST_OF_PERSON = 1000

/** Groups as a provider's claim has them: a list of names, or one name. */
export function readGroups(claim: unknown): string[] {
  const list: unknown[] = Array.isArray(claim) ? claim : [claim]
  return list
    .slice(0, MOST_OF_PERSON)
    .filter((one): one is string => typeof one === 'string' && one !== '')
}

/** Groups as they are typed: one a line; each once. */
export const groupsIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** The role that somebody gets by these groups: the first of the roles' order; null for none. */
export function roleOf(
  groups: readonly string[],
  roles: ReadonlyMap<string, OperatorRole>,
): OperatorRole | null {
  const given = new Set(groups.map((group) => roles.get(group)))
  return OPERATOR_ROLES.find((role) => given.has(role)) ?? null
}
