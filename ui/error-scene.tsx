import { useId, type ReactNode } from 'react'
import { Voussoirs, archCurve, archPath } from './arches.tsx'
import { classes } from './classes.ts'

/** S2.33: pictures for 404, 401 and 500; other statuses use that of 500. */
export type ErrorKind = 'closed' | 'locked' | 'fallen'

/** The picture for an HTTP status. */
export function errorKind(status: number): ErrorKind {
  return status === 404 ? 'closed' : status === 401 ? 'locked' : 'fallen'
}

const WIDTH = 4000
const MIDDLE = WIDTH / 2
const GROUND = 429

/** A row of arches with one shop in the center, clipped to the window's width. */
function ShopRow({ children, front }: { children: ReactNode; front?: ReactNode }) {
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
      // lower in a low window such as a panel's frame, so that the actions stay visible
      className="block h-[min(17.5rem,40vh)] w-full md:h-[min(432px,42vh)]"
    >
      <defs>
        <pattern
          id={`${id}a`}
          width="220"
          height="430"
          patternUnits="userSpaceOnUse"
          x={MIDDLE - 370}
        >
          {quiet}
        </pattern>
        {/* neighbors start 260 from the center on either side, so each side has its own origin */}
        <pattern id={`${id}b`} href={`#${id}a`} x={MIDDLE + 150} />
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
 * An error page: picture, message, two links, and the code in small type. `sign` is the text on the
 * 404 picture.
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
        <ShopRow front={kind === 'fallen' && <FallenAwningFront />}>
          {kind === 'closed' ? (
            <ClosedShutter sign={sign} />
          ) : kind === 'locked' ? (
            <BoltedDoor />
          ) : (
            <FallenAwning />
          )}
        </ShopRow>
      </div>
      <div className={classes('page grid justify-items-center py-10 text-center md:py-14')}>
        <Title className="type-name">{title}</Title>
        <div className="type-lg mt-3 max-w-[54ch] text-balance text-ink2 wrap-anywhere-safe">
          {children}
        </div>
        <div className="mt-7 flex flex-wrap justify-center gap-3">{actions}</div>
        <p className="type-sm figures mt-7 text-ink2">{code}</p>
      </div>
    </div>
  )
}

/** The center of the pictures, drawn in a box 260 wide whose start corner is at 510, 123. */

const range = (count: number) => Array.from({ length: count }, (_, n) => n)

/** 404: a closed shutter with a sign. */
function ClosedShutter({ sign }: { sign?: string }) {
  return (
    <>
      <rect x="500" y="110" width="280" height="400" fill="#12343f" />
      <rect x="500" y="226" width="280" height="10" fill="#0d2830" />
      {range(12).map((n) => (
        <g key={n}>
          <rect
            x="500"
            y={232 + n * 23}
            width="280"
            height="23"
            fill={n % 2 ? '#0c7581' : '#118894'}
          />
          <rect x="500" y={246 + n * 23} width="280" height="3" fill="#0a525c" />
        </g>
      ))}
      <rect x="618" y="482" width="44" height="8" rx="4" fill="#0d3a42" />
      <path d="M591 320 640 273 688 318" fill="none" stroke="#f3e8d2" strokeWidth="3" />
      <circle cx="640" cy="273" r="5" fill="#fff6e6" />
      <g transform="rotate(-3 640 349)">
        <rect x="568" y="318" width="144" height="62" rx="6" fill="#fff6e6" />
        {sign && (
          <text x="640" y="361" textAnchor="middle" fill="#b5372a" className="type-d3 text-[2rem]">
            {sign}
          </text>
        )}
      </g>
    </>
  )
}

/** 401: a bolted door. */
function BoltedDoor() {
  return (
    <>
      <rect x="500" y="110" width="280" height="400" fill="#92603a" />
      {[542, 607, 643, 705].map((x) => (
        <rect key={x} x={x} y="110" width="33" height="400" fill="#85552f" />
      ))}
      <rect x="637" y="110" width="6" height="400" fill="#51301a" />
      {[248, 428].map((y) => (
        <g key={y}>
          <rect x="500" y={y} width="280" height="16" fill="#51301a" />
          {[530, 562, 594, 626, 654, 686, 718, 750].map((x) => (
            <circle key={x} cx={x} cy={y + 8} r="5" fill="#d9ae62" />
          ))}
        </g>
      ))}
      <rect x="587" y="333" width="106" height="10" rx="5" fill="#262f38" />
      <path d="M620 340V332A20 20 0 0 1 660 332V340" fill="none" stroke="#262f38" strokeWidth="9" />
      <rect x="606" y="342" width="68" height="58" rx="9" fill="#dfa326" />
      <path d="M615 342H665A9 9 0 0 1 674 351V356H606V351A9 9 0 0 1 615 342Z" fill="#f2c04d" />
      <path d="M640 361A7 7 0 0 1 644 374L646 388H634L636 374A7 7 0 0 1 640 361Z" fill="#262f38" />
    </>
  )
}

/** 500: a fallen awning and flower pots. */
function FallenAwning() {
  return (
    <>
      <rect x="500" y="110" width="280" height="400" fill="#2a3350" />
      <rect x="500" y="450" width="280" height="60" fill="#1c2339" />
      <path d="M640 120 629 190" stroke="#f0b64c" strokeWidth="4" />
      <path d="M614 187 643 192 657 222 589 213Z" fill="#f0b64c" />
      <path d="M589 213 657 222 656 230 590 219Z" fill="#b9892f" />
      <g transform="rotate(-8 580 472)">
        <path
          d="M538 460h14c12 0 18-14 40-14 20 0 30 12 30 28s-10 28-30 28c-22 0-28-14-40-14h-14Z"
          fill="#fff1dc"
        />
        <path d="M586 447c8 18 8 38 0 54l16 0c8-18 8-38 0-54Z" fill="#58cfc6" />
      </g>
      <path d="M676 497 684 474 692 484 702 472 710 482 716 478 721 497Z" fill="#fff1dc" />
      <path d="M638 497 646 487 658 492 660 497Z" fill="#58cfc6" />
    </>
  )
}

/** Parts of the 500 picture in front of the row: awning, pole and loose bricks. */
function FallenAwningFront() {
  const stripes = ['#d2543d', '#fff6e6']
  const scallops = ['#b5432e', '#f1e5ce']
  return (
    <>
      <path d="M700 494 744 432" stroke="#51392c" strokeWidth="9" strokeLinecap="round" />
      <g transform="translate(506 292) rotate(14.5)">
        {range(7).map((n) => (
          <g key={n}>
            <path d={`M${n * 39} 66a19.5 24 0 0 0 39 0Z`} fill={scallops[n % 2]} />
            <rect x={n * 39} y="0" width="39.5" height="67" fill={stripes[n % 2]} />
          </g>
        ))}
        <path d="M-6 0H284" stroke="#51392c" strokeWidth="8" strokeLinecap="round" />
      </g>
      <g className="fill-v2">
        <rect x="462" y="486" width="24" height="11" />
        <rect x="836" y="485" width="22" height="12" />
        <rect x="802" y="476" width="23" height="17" transform="rotate(-14 813 484)" />
      </g>
    </>
  )
}
