/**
 * Boxes and dots of `form` that were chosen while the page was not awake yet. Waking up leaves them as they are and tells nobody; what the
 * page was rendered with is the control's default by then, so the two can be told apart.
 */
export const earlyChoices = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter((control): control is HTMLInputElement =>
    control instanceof HTMLInputElement && control.checked && !control.defaultChecked)
