import legalForms from '../names/legalForms.json' with { type: 'json' };
import type { Listed } from './listed.ts';

/**
 * Guesses the kind of an entity from its name if the list does not state it: a legal form, or a word that only
 * organisations use.
 */
export function kindByName(name: string): Listed['kind'] {
  const words = ` ${name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;
  const isOne = organisation.test(words) || forms.some((form) => words.includes(` ${form} `));
  return isOne ? 'organisation' : 'person';
}

/** Legal forms of more than two letters: shorter ones occur in names of people. */
const forms = legalForms.forms.flatMap((line) => line.split('|')).filter((form) => form.length > 2);

const organisation =
  / (co|ag|sa|company|companies|corporation|corp|institute|institution|university|academy|college|school|laboratory|laboratories|centre|center|bank|group|holdings?|trading|technolog(y|ies)|industr(y|ies|ial)|enterprises?|international|services|systems|solutions|electronics|engineering|logistics|shipping|airlines?|aviation|aerospace|ministry|department|bureau|agency|committee|foundation|association|union|party|organi[sz]ation|factory|plant|works|research|import|export|network|fund|limited|republic|brigade|army|forces?) /;
