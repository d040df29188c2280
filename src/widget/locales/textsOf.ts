import { enStart } from '../../texts/en/enStart.ts';
import { languageTags, type OtherLanguage } from './languageTags.ts';
import type { HandoffMessages, Messages, RestMessages, StartMessages } from './messages.ts';

/**
 * `start`: the texts of the first screens; `details`: those of the consent and the personal details too; `all`: those of the
 * selfie too; `handoff`: those of the hand-off to a phone too.
 */
export type MessagesPart = 'start' | 'details' | 'all' | 'handoff';

/**
 * The texts of a language; English for an unknown tag. Those of the hand-off are left out where they fail to load: no other
 * screen must wait for them.
 * @throws the platform's error if a file fails to load.
 */
export async function textsOf(tag: string, part: MessagesPart): Promise<Messages> {
  const other = tag as OtherLanguage;
  const isOther = tag !== 'en' && languageTags.includes(other);
  const texts = isOther ? otherTexts(other, part) : englishTexts(part);
  const phone = part === 'handoff' ? import('./handoffFiles.ts').then((all) => all.handoffTexts(tag)) : null;
  // Without the texts of the phone the hand-off is not offered.
  return { tag, ...(await texts), ...(await phone?.catch(() => null)) } as Messages;
}

/** Some of the texts: of a group those that came with the part. */
type Texts = { [Group in keyof (StartMessages & RestMessages & HandoffMessages)]?: object };

/** The first English texts are part of the bundle, as the fallback of the site's own languages. */
async function englishTexts(part: MessagesPart): Promise<Texts> {
  if (part === 'start') return enStart;
  const last = part === 'details' ? null : import('../../texts/en/enLast.ts');
  const [{ enConsent }, { enDetails }] = await Promise.all([
    import('../../texts/en/enConsent.ts'),
    import('../../texts/en/enDetails.ts'),
  ]);
  const [first, whole] = [enStart.consent, enConsent.consent];
  // The titles of these are on the first screen, their texts are not.
  const consent = {
    ...first,
    ...whole,
    details: { ...first.details, ...whole.details },
    selfie: { ...first.selfie, ...whole.selfie },
    check: { ...first.check, ...whole.check },
  };
  return { ...enStart, ...enConsent, ...enDetails, ...(await last)?.enLast, consent };
}

async function otherTexts(tag: OtherLanguage, part: MessagesPart): Promise<Texts> {
  const files = (await import('./textFiles.ts')).textFiles[tag];
  const rest = part === 'start' ? undefined : files.rest();
  return { ...(await files.start()), ...(await rest) };
}
