/** See `inline-source.ts`. */
declare module '*?source=watchStart' {
  const source: string
  export default source
}
declare module '*?source=hydrateLater' {
  const source: string
  export default source
}
