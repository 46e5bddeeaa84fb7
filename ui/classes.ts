import { createTailwindMerge } from 'tailwind-merge'

/**
 * A component's own classes and those of its caller, later ones winning: `classes('mt-4', className)`.
 * Only what a caller may change is known here (place, size, type, ground), because the library's whole table
 * costs 5 kB on every page. The cache holds 500 results (S9.7).
 */
export const classes = createTailwindMerge(() => {
  const any = [() => true]
  return {
    cacheSize: 500,
    theme: {},
    classGroups: {
      'display': ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'grid', 'inline-grid', 'contents', 'hidden'],
      'position': ['static', 'fixed', 'absolute', 'relative', 'sticky'],
      'p': [{ p: any }],
      'px': [{ px: any }],
      'py': [{ py: any }],
      'ps': [{ ps: any }],
      'pe': [{ pe: any }],
      'pt': [{ pt: any }],
      'pb': [{ pb: any }],
      'm': [{ m: any }],
      'mx': [{ mx: any }],
      'my': [{ my: any }],
      'ms': [{ ms: any }],
      'me': [{ me: any }],
      'mt': [{ mt: any }],
      'mb': [{ mb: any }],
      'gap': [{ gap: any }],
      'gap-x': [{ 'gap-x': any }],
      'gap-y': [{ 'gap-y': any }],
      'size': [{ size: any }],
      'w': [{ w: any }],
      'h': [{ h: any }],
      'min-w': [{ 'min-w': any }],
      'max-w': [{ 'max-w': any }],
      'min-h': [{ 'min-h': any }],
      'max-h': [{ 'max-h': any }],
      'basis': [{ basis: any }],
      'grid-cols': [{ 'grid-cols': any }],
      'col-span': [{ 'col-span': any }],
      'items': [{ items: any }],
      'justify': [{ justify: any }],
      'self': [{ self: any }],
      'text-align': [{ text: ['start', 'center', 'end'] }],
      'text-wrap': [{ text: ['balance', 'pretty', 'nowrap', 'wrap', 'ellipsis'] }],
      'text-size': [{ text: [(value: string) => value.startsWith('[')] }],
      'type': [{ type: any }],
      'color': [{ text: any }],
      'bg': [{ bg: any }],
      'rounded-t': [{ 'rounded-t': any }],
      'rounded-b': [{ 'rounded-b': any }],
      'rounded': [{ rounded: any }],
      'font': [{ font: any }],
    },
    conflictingClassGroups: {
      p: ['px', 'py', 'ps', 'pe', 'pt', 'pb'],
      px: ['ps', 'pe'],
      py: ['pt', 'pb'],
      m: ['mx', 'my', 'ms', 'me', 'mt', 'mb'],
      mx: ['ms', 'me'],
      my: ['mt', 'mb'],
      size: ['w', 'h'],
      rounded: ['rounded-t', 'rounded-b'],
      gap: ['gap-x', 'gap-y'],
    },
    conflictingClassGroupModifiers: {},
    orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', 'marker', 'backdrop'],
  }
})
