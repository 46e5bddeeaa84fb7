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
}

const columns = 'id, sender, recipient, subject, text, html, received_at AS "receivedAt"'

export function receiveMail(platform: Platform, mail: Omit<Mail, 'id' | 'receivedAt'>): number {
  const { db } = platform
  return db.transaction(() => {
    db.run('INSERT INTO mail (sender, recipient, subject, text, html, received_at) VALUES (?, ?, ?, ?, ?, ?)',
      mail.sender, mail.recipient, mail.subject, mail.text, mail.html, nowSeconds(platform))
    return db.get<{ id: number }>('SELECT last_insert_rowid() AS id')?.id ?? 0
  })
}

export const mails = ({ db }: Platform): Mail[] => db.all<Mail>(`SELECT ${columns} FROM mail ORDER BY id DESC LIMIT 200`)

export const getMail = ({ db }: Platform, id: number): Mail | undefined =>
  db.get<Mail>(`SELECT ${columns} FROM mail WHERE id = ?`, id)
