/** The order of a list by its time; both ways read the same index. */
export const LIST_SORTS = ['newest', 'oldest'] as const
export type ListSort = (typeof LIST_SORTS)[number]
