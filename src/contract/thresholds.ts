import * as z from 'zod/mini';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';

/** The scripts that a name is told apart by. */
const scripts = [
  ...(['Latin', 'Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian'] as const),
  ...([
    'Greek',
    'Gujarati',
    'Gurmukhi',
    'Han',
    'Hangul',
    'Hebrew',
    'Hiragana',
    'Kannada',
    'Katakana',
  ] as const),
  ...(['Khmer', 'Lao', 'Malayalam', 'Mongolian', 'Myanmar', 'Sinhala', 'Tamil', 'Telugu', 'Thaana'] as const),
  ...(['Thai', 'Tibetan', 'Other'] as const),
] as const;
export const Script = z.enum(scripts);
export type Script = z.infer<typeof Script>;

/**
 * The score from which a hit is a possible match, for the hits that fit: on one list, on entries of one kind, for names given
 * in one script. A field that is absent fits all.
 */
export const ThresholdRule = z.strictObject({
  /** The code of a list, such as `ofac_sdn`. */
  list: z.optional(text(100)),
  kind: z.optional(z.enum(['person', 'organisation', 'vessel', 'aircraft', 'unknown'])),
  script: z.optional(Script),
  threshold: z.number().check(z.gte(0.5), z.lte(0.9)),
});
export type ThresholdRule = z.infer<typeof ThresholdRule>;

/** The body of PUT /aml/thresholds: all rules of the next version. Without a rule that fits, the threshold is 0.7. */
export const PutThresholds = z.strictObject({
  rules: z.array(ThresholdRule).check(
    z.maxLength(100, { error: 'too_long' }),
    z.refine((rules) => new Set(rules.map(scopeOf)).size === rules.length, { error: 'duplicate' }),
  ),
  /** Why they are changed, for the record. */
  note: text(2000),
});
export type PutThresholds = z.infer<typeof PutThresholds>;

function scopeOf({ list, kind, script }: ThresholdRule): string {
  return JSON.stringify([list, kind, script]);
}

/** One version of the thresholds. Versions are only added. */
export const Thresholds = z.object({
  object: z.literal('aml_thresholds'),
  mode: Mode,
  /** 1 for the first one that was set; screenings before it have 0. */
  version: z.int(),
  rules: z.array(ThresholdRule),
  note: z.string(),
  /** The API key that set them. */
  by: z.string(),
  at: Timestamp,
});
export type Thresholds = z.infer<typeof Thresholds>;
