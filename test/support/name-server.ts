import { createSocket } from 'node:dgram'

/** A name server that knows TXT records and nothing else, on a port of its own (RFC 1035). */
export async function startNameServer(): Promise<{
  address: string
  records: Map<string, string>
  stop(): void
}> {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const question = query.subarray(12, at + 5)
    const text = records.get(labels.join('.').toLowerCase())
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    // An answer with authority; "there is no such name" where nothing is known.
    head.writeUInt16BE(text === undefined ? 0x8583 : 0x8580, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(text === undefined ? 0 : 1, 6)
    const data = Buffer.concat([
      Buffer.from([(text ?? '').length]),
      Buffer.from(text ?? '', 'latin1'),
    ])
    const answer = Buffer.concat([
      Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]),
      data,
    ])
    socket.send(
      Buffer.concat(text === undefined ? [head, question] : [head, question, answer]),
      port,
      address,
    )
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    stop: () => {
      socket.close()
    },
  }
}
