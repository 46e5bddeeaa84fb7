import type { PartOf, PartRun as PartRunOf } from '../harness/part.ts'
import type { TestBed, TestBedOptions } from './test-bed.ts'
import type { Violation } from './violation.ts'

export type PartRun = PartRunOf<TestBed, TestBedOptions>
export type Part = PartOf<TestBed, TestBedOptions, Violation>
