import { isMainThread } from 'node:worker_threads'

// What a part writes is for its owner alone: the data folder holds orders, mails and keys. A worker
// thread shares the mask and must not set it.
if (isMainThread) process.umask(0o077)

// Loaded before every part: it ends when the launcher that holds the other end of its channel is
// gone, however that went.
if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    // Also the way to ask for an orderly end where the system knows no signals.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
    setTimeout(() => process.exit(1), 6_000).unref()
  })
  process.channel.unref()
}
