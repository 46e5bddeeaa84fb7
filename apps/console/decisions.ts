/** What an operator may decide against an item or one of its releases; each has a form of its own address. */
export const DECISIONS = ['unpublish', 'stop', 'halt', 'yank'] as const
export type DecisionName = (typeof DECISIONS)[number]
export const isDecision = (text: string): text is DecisionName => (DECISIONS as readonly string[]).includes(text)
