import legalForms from '../names/legalForms.json' with { type: 'json' };
import type { Listed } from './listed.ts';

/** Whether a name is one of an organisation, where a list does not say: by its legal form, or a word that only they have. */
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

/** Those of two letters are parts of names as well. */
const forms = legalForms.forms.flatMap((line) => line.split('|')).filter((form) => form.length > 2);

const organisation =
  / (co|ag|sa|company|companies|corporation|corp|institute|institution|university|academy|college|school|laboratory|laboratories|centre|center|bank|group|holdings?|trading|technolog(y|ies)|industr(y|ies|ial)|enterprises?|international|services|systems|solutions|electronics|engineering|logistics|shipping|airlines?|aviation|aerospace|ministry|department|bureau|agency|committee|foundation|association|union|party|organi[sz]ation|factory|plant|works|research|import|export|network|fund|limited|republic|brigade|army|forces?) /;
