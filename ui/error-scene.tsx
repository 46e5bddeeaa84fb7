import { useId } from 'react'
import type { ReactNode } from 'react'
import { archCurve, archPath, Voussoirs } from './arch.tsx'
import { classes } from './classes.ts'
import { BoltedDoor, ClosedShutter, FallenAwning, FallenAwningFront } from './error-doors.tsx'

/** S2.33: 404, 401 and 500 have pictures of their own; any other status shows 500's. */
export type ErrorKind = 'closed' | 'locked' | 'fallen'

/** The picture that belongs to an answer's status. */
export function errorKind(status: number): ErrorKind {
  return status === 404 ? 'closed' : status === 401 ? 'locked' : 'fallen'
}

const WIDTH = 4000
const MIDDLE = WIDTH / 2
const GROUND = 429

/** The quiet street with one shop in the middle. Only as much of it is seen as the window is wide. */
function Street({ children, front }: { children: ReactNode; front?: ReactNode }) {
  const id = useId()
  const quiet = (
    <>
      <g opacity=".75">
        <Voussoirs d={archCurve(172, 131, 24, 69)} stones={17} width={34} />
      </g>
      <path d={archPath(172, 360, 131, 24, 69)} className="fill-stone2" />
      <path d="M0 200H24V430H0ZM196 200H220V430H196Z" className="fill-v1" />
      <path d="M0 200H24V210H0ZM196 200H220V210H196Z" className="fill-v3" />
    </>
  )
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${GROUND + 3}`}
      preserveAspectRatio="xMidYMax slice"
      // in a low window, such as a panel's frame, what to do next is seen as well
      className="block h-[min(17.5rem,40vh)] w-full md:h-[min(432px,42vh)]"
    >
      <defs>
        {/* neighbours stand 260 from the middle on either side, so each side has its own start */}
        <pattern id={`${id}a`} width="220" height="430" patternUnits="userSpaceOnUse" x={MIDDLE - 370}>
          {quiet}
        </pattern>
        <pattern id={`${id}b`} width="220" height="430" patternUnits="userSpaceOnUse" x={MIDDLE + 150}>
          {quiet}
        </pattern>
        <clipPath id={`${id}c`}>
          <path d={archPath(260, 374, 190, MIDDLE - 130, 55)} />
        </clipPath>
      </defs>
      <rect width={MIDDLE - 150} height={GROUND} fill={`url(#${id}a)`} />
      <rect x={MIDDLE + 150} width={MIDDLE - 150} height={GROUND} fill={`url(#${id}b)`} />
      <Voussoirs d={archCurve(260, 190, MIDDLE - 130, 55)} stones={21} width={40} />
      <path d={`M${MIDDLE - 150} 245h300v184h-300Z`} className="fill-v1" />
      <path d={`M${MIDDLE - 154} 245h308v12h-308Z`} className="fill-v3" />
      <g clipPath={`url(#${id}c)`}>
        <g transform={`translate(${MIDDLE - 640} -68)`}>{children}</g>
      </g>
      <g transform={`translate(${MIDDLE - 640} -68)`}>{front}</g>
      <rect y={GROUND} width={WIDTH} height="3" className="fill-ink" />
    </svg>
  )
}

/**
 * A page that says what went wrong: the middle shop of a quiet street, own words, two ways on, and the code in small
 * type. `sign` hangs on the closed shutter.
 */
export function ErrorScene({
  kind,
  sign,
  title,
  actions,
  code,
  children,
  className,
  as: Title = 'h1',
}: {
  kind: ErrorKind
  sign?: string
  title: string
  actions: ReactNode
  /** "Error 500 · incident 7F3A-19C2". */
  code: ReactNode
  children: ReactNode
  className?: string
  as?: 'h1' | 'h2' | 'h3'
}) {
  return (
    <div className={className}>
      <div data-picture={kind} className="overflow-hidden bg-stone">
        <Street front={kind === 'fallen' && <FallenAwningFront />}>
          {kind === 'closed' ? <ClosedShutter sign={sign} /> : kind === 'locked' ? <BoltedDoor /> : <FallenAwning />}
        </Street>
      </div>
      <div className={classes('page grid justify-items-center py-10 text-center md:py-14')}>
        <Title className="type-name">{title}</Title>
        <div className="type-lg mt-3 max-w-[54ch] text-balance text-ink2 wrap-anywhere-safe">{children}</div>
        <div className="mt-7 flex flex-wrap justify-center gap-3">{actions}</div>
        <p className="type-sm figures mt-7 text-ink2">{code}</p>
      </div>
    </div>
  )
}
