import { BRAND_NAMES, type CardBrand } from './card-form.ts'

/** What the schemes write on their cards; the two circles of the fourth are drawn. */
const WRITTEN: Record<Exclude<CardBrand, 'mastercard'>, { text: string; className: string }> = {
  visa: { text: 'VISA', className: 'fill-link italic' },
  amex: { text: 'AMEX', className: 'fill-link' },
  troy: { text: 'troy', className: 'fill-coral-text' },
}

export const isBrand = (brand: string | null): brand is CardBrand =>
  brand !== null && Object.hasOwn(BRAND_NAMES, brand)

/** Our own drawing of a card with its scheme's mark, or with a chip for unknown ones. */
export function CardMark({ brand, className }: { brand: string | null; className?: string }) {
  const known = isBrand(brand) ? brand : null
  return (
    <svg
      viewBox="0 0 40 26"
      width="40"
      height="26"
      className={className}
      {...(known ? { role: 'img', 'aria-label': BRAND_NAMES[known] } : { 'aria-hidden': true })}
    >
      <rect
        x=".75"
        y=".75"
        width="38.5"
        height="24.5"
        rx="4.25"
        className="fill-card stroke-line2"
        strokeWidth="1"
      />
      {known === null && (
        <path
          d="M6 9h7v6H6zM6 20h14M25 20h9"
          className="fill-none stroke-line2"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      )}
      {known === 'mastercard' && (
        <>
          <circle cx="16" cy="13" r="7" className="fill-coral" />
          <circle cx="24" cy="13" r="7" className="fill-sun/80" />
        </>
      )}
      {known && known !== 'mastercard' && (
        <text
          x="20"
          y="17"
          textAnchor="middle"
          direction="ltr"
          className={`${WRITTEN[known].className} text-[11px] font-extrabold`}
        >
          {WRITTEN[known].text}
        </text>
      )}
    </svg>
  )
}
