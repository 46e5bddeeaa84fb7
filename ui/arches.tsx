import { archCurve, archPath, Voussoirs } from './arch.tsx'
import { classes } from './classes.ts'

const BAYS = [
  { x: 24, fill: 'fill-turquoise-light' },
  { x: 164, fill: 'fill-turquoise' },
  { x: 304, fill: 'fill-stone2' },
] as const

/** Three bays of the street, for the head of a page of text. Says nothing aloud. */
export function Arches({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 444 200" className={classes('block', className)}>
      {BAYS.map(({ x, fill }) => (
        <g key={x}>
          <path d={archPath(116, 160, 56, x, 40)} className={fill} />
          <Voussoirs d={archCurve(130, 62, x - 7, 32)} stones={13} width={15} />
          <path d={`M${x - 15} 94h16v106h-16Zm${131} 0h16v106h-16Z`} className="fill-v1" />
          <path d={`M${x - 18} 94h22v9h-22Zm${131} 0h22v9h-22Z`} className="fill-v3" />
        </g>
      ))}
    </svg>
  )
}
