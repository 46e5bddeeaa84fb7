/** A form's hidden fields come first, in whatever form it is encoded. */
const LOOKED_AT = 2048
const FIELD = /(?:^|&)form_key=([\w-]{16,200})(?:&|$)|name="form_key"\r\n\r\n([\w-]{16,200})\r\n/

/** The key of the form that this request sends, and the same request with its body unread. */
export async function readFormKey(
  request: Request,
): Promise<{ request: Request; key: string | null }> {
  if (request.method !== 'POST' || !request.body) return { request, key: null }
  const reader = request.body.getReader()
  const seen: Uint8Array[] = []
  let [size, ended] = [0, false]
  while (size < LOOKED_AT && !ended) {
    const { done, value } = await reader.read()
    if (value) {
      seen.push(value)
      size += value.length
    }
    ended = done
  }
  const [, plain, multipart] =
    FIELD.exec(Buffer.concat(seen).subarray(0, LOOKED_AT).toString('latin1')) ?? []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of seen) controller.enqueue(chunk)
      if (ended) controller.close()
    },
    async pull(controller) {
      if (ended) return
      const { done, value } = await reader.read()
      if (value) controller.enqueue(value)
      if (done) controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return {
    request: new Request(request, { body, duplex: 'half' } as RequestInit),
    key: plain ?? multipart ?? null,
  }
}
