import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Icon and message below a field. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="type-sm medium mt-1.5 flex gap-2 text-coral-text">
      <Icon name="warning" size={16} className="mt-0.5" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
