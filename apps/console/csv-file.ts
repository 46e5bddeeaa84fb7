/** A table as a browser keeps it. Its name is made of our own letters and figures. */
export const csvFile = ({ name, csv }: { name: string; csv: string }): Response => new Response(csv, {
  headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' },
})
