import type { Message } from '#lib/locale.ts'
import type { decisions as source } from '../tr/decisions.ts'

export const decisions: Record<keyof typeof source, Message> = {
  'decisions.title': 'Decisions',
  'decisions.lead': 'What the market has decided about this store, why, and how to object.',
  'decisions.none': 'No decisions',
  'decisions.none_note':
    'If the market takes a review of yours down, the reasons stand here and you can object.',
  'decisions.text_erased': 'The text of your review of {item} was taken down',
  'decisions.over': 'This decision no longer holds.',
  'decisions.facts': 'Why',
  'decisions.grounds.contract': 'By a rule of the market: {rule}',
  'decisions.grounds.law': 'By law: {rule}',
  'decisions.automated.no': 'A person decided.',
  'decisions.automated.found': 'A program found it, a person decided.',
  'decisions.automated.decided': 'A program decided.',
  'decisions.object': 'Object',
  'decisions.object_note':
    'You can object once, until {date}. Somebody who did not decide reads it and answers. You may still go to court.',
  'decisions.words': 'Why do you not agree?',
  'decisions.words_hint': '20 characters at least. Say what happened and what was misunderstood.',
  'decisions.send': 'Send the objection',
  'decisions.sent': 'Your objection has arrived. The answer comes by mail and stands here.',
  'decisions.yours': 'Your objection',
  'decisions.waiting': 'Waiting for an answer',
  'decisions.late': 'The time to object ended on {date}.',
  'decisions.upheld': 'The decision stands',
  'decisions.reversed': 'You were right: the decision was undone',
}
