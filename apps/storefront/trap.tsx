import { TRAP_FIELD } from '#contexts/contact/ui/contact-form.ts'

/** The field for robots: out of sight, of the tab order and of what is read out; `label` warns whoever finds it all the same. */
export const Trap = ({ label }: { label: string }) => (
  <div aria-hidden="true" className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
    <label>
      {label}
      <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
