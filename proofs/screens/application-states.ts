import { randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { secondsAfter, systemClock } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'

/** Secrets of the pages of applications, by what is next, and the id of the one that waits. */
export interface ApplicationStates {
  open: string
  domain: string
  waiting: string
  id: string
}

export const NO_APPLICATIONS: ApplicationStates = { open: '', domain: '', waiting: '', id: '' }

/**
 * Applications of companies that want to become partners, written as rows: the code is in a mail,
 * and the domain in the DNS of others. Names and addresses are as long as they may be.
 */
export async function prepareApplications(db: Db): Promise<ApplicationStates> {
  const now = systemClock.now()
  const add = async (name: string, more: object = {}) => {
    const [id, token] = [newId('pap'), newSecret()]
    await db
      .insertInto('partner_applications')
      .values({
        id,
        token_hash: hashSecret(token),
        state: 'open',
        name,
        country: 'TR',
        email: `basvuru-${'uzun-'.repeat(8)}@atolye-ornek.example`,
        website: 'https://www.bursa-atolyesi-uzun-alan-adi-ornek.example/hakkimizda',
        makes: 'both',
        about: 'Sepete not ve paket ekleyen küçük bir uygulama yapıyoruz. '.repeat(6).trim(),
        locale: 'tr',
        created_at: now,
        code_hash: randomBytes(32),
        code_ends_at: secondsAfter(now, 1_800),
        domain_proof: randomBytes(16).toString('hex'),
        ...more,
      })
      .execute()
    return { id, token }
  }
  const proved = { email_proved_at: now, code_hash: null, code_ends_at: null }
  const open = await add('Bursa Atölyesi')
  const domain = await add(
    'Çınar ve Ortakları Yazılım Geliştirme Limited Şirketi Uygulamalar',
    proved,
  )
  const waiting = await add('Örnek Atölye', {
    ...proved,
    state: 'waiting',
    domain_way: 'dns',
    domain_proved_at: now,
    waiting_at: now,
  })
  return { open: open.token, domain: domain.token, waiting: waiting.token, id: waiting.id }
}
