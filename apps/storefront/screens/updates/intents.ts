/** What the owner has pressed: one update, or all that can go without a question. */
export const UPDATE_ONE = 'update'
export const UPDATE_ALL = 'update-all'
