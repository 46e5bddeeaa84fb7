/**
 * What the owner has pressed: one update, or all that can go without a question. Apart from the
 * work that follows, because a contract brings the validator with it and the browser needs none.
 */
export const UPDATE_ONE = 'update'
export const UPDATE_ALL = 'update-all'

export interface FailedUpdate {
  name: string
  message: string
}
