import type { Platform } from '../platform.ts'
import { nowSeconds } from '../platform.ts'

export interface Mail {
  id: number
  sender: string
  recipient: string
  subject: string
  text: string
  html: string
  receivedAt: number
  attachments: { filename: string; contentType: string }[]
}

export interface Attachment {
  filename: string
  contentType: string
  content: Uint8Array
}

const columns = `id, sender, recipient, subject, text, html, received_at AS "receivedAt",
  (SELECT json_group_array(json_object('filename', filename, 'contentType', content_type) ORDER BY position) FROM mail_attachment WHERE mail_id = mail.id) AS attachments`
type Row = Omit<Mail, 'attachments'> & { attachments: string }
const read = (row: Row): Mail => ({
  ...row,
  attachments: JSON.parse(row.attachments) as Mail['attachments'],
})

export function receiveMail(
  platform: Platform,
  mail: Omit<Mail, 'id' | 'receivedAt' | 'attachments'> & { attachments: Attachment[] },
): number {
  const { db } = platform
  return db.transaction(() => {
    db.run(
      'INSERT INTO mail (sender, recipient, subject, text, html, received_at) VALUES (?, ?, ?, ?, ?, ?)',
      mail.sender,
      mail.recipient,
      mail.subject,
      mail.text,
      mail.html,
      nowSeconds(platform),
    )
    const id = db.get<{ id: number }>('SELECT last_insert_rowid() AS id')?.id ?? 0
    mail.attachments.forEach(({ filename, contentType, content }, position) => {
      db.run(
        'INSERT INTO mail_attachment (mail_id, position, filename, content_type, content) VALUES (?, ?, ?, ?, ?)',
        id,
        position,
        filename,
        contentType,
        content,
      )
    })
    return id
  })
}

export const mails = ({ db }: Platform): Mail[] =>
  db.all<Row>(`SELECT ${columns} FROM mail ORDER BY id DESC LIMIT 200`).map(read)

export function getMail({ db }: Platform, id: number): Mail | undefined {
  const row = db.get<Row>(`SELECT ${columns} FROM mail WHERE id = ?`, id)
  return row && read(row)
}

export const getAttachment = (
  { db }: Platform,
  mailId: number,
  position: number,
): Attachment | undefined =>
  db.get<Attachment>(
    'SELECT filename, content_type AS "contentType", content FROM mail_attachment WHERE mail_id = ? AND position = ?',
    mailId,
    position,
  )
