/**
 * For themes with light text: Bootswatch leaves Bootstrap's near-white ground under quiet areas (a
 * page's foot, a strip of promises), its black links on it, and grey outlined buttons that vanish.
 */
export const LIGHT_TEXT_THROUGHOUT = `
:root, [data-bs-theme=light] {
  --bs-tertiary-bg: rgba(255, 255, 255, .06); --bs-emphasis-color: #fff; --bs-emphasis-color-rgb: 255, 255, 255;
}
.bg-body-tertiary { background-color: rgba(255, 255, 255, .06) !important; }
.border, .border-top, .border-bottom { --bs-border-color: rgba(255, 255, 255, .15); }
.btn-outline-secondary:not(:hover) { color: var(--bs-body-color); }
`

/** For dark themes: black on white paper, without the parts of a page that only a screen has. */
export const PRINTS_ON_WHITE = `
@media print {
  :root, body { --bs-body-bg: #fff; background: #fff !important; }
  *, ::before, ::after {
    color: #000 !important; background-color: transparent !important; background-image: none !important;
    text-shadow: none !important; box-shadow: none !important;
  }
  .navbar-toggler, .navbar form { display: none !important; }
}
`
