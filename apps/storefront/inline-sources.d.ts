/** See `inline-source.ts`. */
declare module 'inline-source:*' {
  const source: string
  export default source
}
