/** Schemes of WordPress's own pages, so that the owner knows them again: the side menu, and what is pressed. Said in words beside them. */
export function StepPicture({ of }: { of: 'download' | 'upload' | 'activate' }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 176 110" className="block w-full max-w-60 rounded-control border border-line bg-stone rtl:-scale-x-100">
      {of === 'download' ? (
        <>
          <rect x="62" y="18" width="52" height="62" rx="6" className="fill-card stroke-line2" />
          <path d="M88 30v28m-11-11 11 11 11-11" fill="none" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" className="stroke-turquoise" />
          <path d="M72 70h32" strokeWidth="3" strokeLinecap="round" className="stroke-line2" />
          <rect x="46" y="88" width="84" height="8" rx="4" className="fill-line2" />
        </>
      ) : (
        <>
          <path d="M0 0h44v110H0z" className="fill-black opacity-80" />
          {[14, 28, 42, 74, 88].map(y => <rect key={y} x="8" y={y} width={y % 4 === 0 ? 22 : 28} height="5" rx="2.5" className="fill-white opacity-45" />)}
          <rect x="0" y="53" width="44" height="14" className="fill-turquoise" />
          <rect x="8" y="57.5" width="26" height="5" rx="2.5" className="fill-white" />
          {of === 'upload' ? (
            <>
              <rect x="60" y="30" width="100" height="52" rx="5" fill="none" strokeWidth="1.5" strokeDasharray="5 4" className="stroke-line2" />
              <path d="M110 66V46m-8 8 8-8 8 8" fill="none" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" className="stroke-turquoise" />
              <rect x="60" y="14" width="46" height="6" rx="3" className="fill-line2" />
            </>
          ) : (
            <>
              <rect x="60" y="14" width="60" height="6" rx="3" className="fill-line2" />
              <circle cx="68" cy="40" r="7" className="fill-green" />
              <rect x="86" y="37" width="70" height="6" rx="3" className="fill-line2" />
              <rect x="60" y="62" width="62" height="22" rx="5" className="fill-turquoise" />
              <rect x="71" y="70.5" width="40" height="5" rx="2.5" className="fill-on-turquoise" />
            </>
          )}
        </>
      )}
    </svg>
  )
}
