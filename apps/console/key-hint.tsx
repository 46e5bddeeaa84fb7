/** A key as it is printed on a keyboard. Decorative where it stands on the button that it presses. */
export const KeyHint = ({ keys, className = '' }: { keys: string; className?: string }) => (
  <kbd aria-hidden="true" dir="ltr" className={`key ${className}`}>
    {keys}
  </kbd>
)
