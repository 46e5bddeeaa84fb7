import type { ReactNode } from 'react'
import { AppIcon } from '#ui/app-icon.tsx'
import { classes } from '#ui/classes.ts'
import { Works } from '#ui/panel.tsx'

/** Head of the developer's page and of its preview in the console. Texts come as props. */
export function DeveloperHead({
  name,
  logo,
  about,
  verified,
  as: Title = 'h1',
  children,
}: {
  name: string
  logo: string | null
  about: string | null
  /** A sentence about what was verified. */
  verified?: string | undefined
  as?: 'h1' | 'h3'
  /** Contact links. */
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <AppIcon src={logo} name={name} size={88} first />
      <div className="min-w-0 flex-1 basis-60">
        <Title className={classes(Title === 'h1' ? 'type-title' : 'type-d3', 'wrap-anywhere-safe')}>
          <bdi>{name}</bdi>
        </Title>
        {verified && <Works className="mt-1.5">{verified}</Works>}
        {about && (
          <div className="prose type-lg mt-3 grid gap-2 text-ink2 wrap-anywhere-safe">
            {about
              .split('\n')
              .filter((line) => line.trim() !== '')
              .map((line, n) => (
                <p key={n} dir="auto">
                  {line}
                </p>
              ))}
          </div>
        )}
        {children}
      </div>
    </div>
  )
}
