/** Under this header, and in forms in the field `form_key`, comes what makes two presses of one form one. */
export const PRESS_KEY = 'idempotency-key'
export const FORM_KEY = /^[\w-]{16,200}$/

/** For the declaration of what a form creates. */
export const pressKey = { [PRESS_KEY]: { required: false, description: 'of the form that is sent: sent again with the same key within a day, the first answer comes back and nothing is changed' } }
