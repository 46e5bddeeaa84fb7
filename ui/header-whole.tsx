/** Nothing is painted before the header with this id has come as a whole: what of it came later would push aside what is shown (CLS). */
export const HeaderWhole = ({ id }: { id: string }) => <link rel="expect" blocking="render" href={`#${id}`} />
