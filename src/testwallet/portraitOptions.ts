import sharp from 'sharp';
import { type Person, portraitOf } from './people.ts';

/** The choices for the portrait of a credential, with their labels. */
export const portraitOptions = {
  own: 'as issued',
  none: 'none',
  empty: 'empty, as a person may ask for',
  small: 'too small: 60 pixels wide',
  icon: 'an icon without a face',
  other: 'of somebody else',
} as const;
export type PortraitOption = keyof typeof portraitOptions;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="300"><rect width="240" height="300" fill="#dfe5e2"/><circle cx="120" cy="110" r="52" fill="#8b9993"/><rect x="40" y="190" width="160" height="110" rx="60" fill="#8b9993"/></svg>';

/** The chosen portrait as JPEG; `null`: the credential has none. */
export async function chosenPortrait(person: Person, option: PortraitOption): Promise<Uint8Array | null> {
  if (option === 'none') return null;
  if (option === 'empty') return new Uint8Array();
  if (option === 'icon') return new Uint8Array(await sharp(Buffer.from(ICON)).jpeg().toBuffer());
  if (option === 'other') return await portraitOf({ face: person.face === 2 ? 1 : 2 });
  const portrait = await portraitOf(person);
  return option === 'small' ? new Uint8Array(await sharp(portrait).resize(60).jpeg().toBuffer()) : portrait;
}
