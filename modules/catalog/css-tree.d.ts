/**
 * The parts of css-tree that read no data files beside themselves: its main entry does, and cannot
 * be bundled into one file (`tools/pack`).
 */
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenTypes } from 'css-tree'
}
declare module 'css-tree/utils' {
  export { ident, string, url } from 'css-tree'
}
