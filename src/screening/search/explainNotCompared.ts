import type { NotCompared, NotComparedReason } from './subjectNames.ts';

/** Why a query could not be compared with the lists, or not completely. */
export interface NotComparedExplanation {
  /** The first reason. */
  why: NotComparedReason;
  notCompared: NotCompared[];
  text: string;
}

/** Explains in words which parts could not be compared; `null` if all were compared. */
export function explainNotCompared(notCompared: readonly NotCompared[]): NotComparedExplanation | null {
  const [first] = notCompared;
  if (!first) return null;
  const text = notCompared.map((one) => `${one.field}: ${textOf(one)}`).join('; ');
  return { why: first.why, notCompared: [...notCompared], text: `Not compared with the lists: ${text}.` };
}

function textOf({ why, kind }: NotCompared): string {
  switch (why) {
    case 'script_not_read':
      if (kind === 'Damaged') return 'letters were lost or damaged on their way';
      if (kind === 'Mixed') return 'a word has letters of several alphabets';
      if (kind?.endsWith('_transcription'))
        return `a foreign name in ${kind.split('_')[0]} letters is not read: add it in Latin letters`;
      return kind && kind !== 'Unknown'
        ? `the script ${kind.replaceAll('_', ' ')} is not read`
        : 'the script is not read';
    case 'name_empty':
      return 'a name has no letters that can be compared, or initials and titles alone';
    case 'name_too_long':
      return 'a name is longer than what is compared';
    case 'too_many_spellings':
      return 'there are more spellings than are looked for';
    case 'identifier_unreadable':
      return 'a number is too short, or not of the form that its kind has';
    case 'identifier_kind_not_held':
      return kind && kind !== 'other'
        ? `the lists hold no number of the kind ${kind.replaceAll('_', ' ')}`
        : 'the lists hold no numbers';
    case 'list_kind_not_loaded':
      return `no list of the kind ${kind} is loaded`;
  }
}
