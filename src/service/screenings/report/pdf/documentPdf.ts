import type { FontSet } from '../fonts/FontSet.ts';
import { layout } from './layout.ts';
import { PdfPage } from './PdfPage.ts';
import { textStyles } from './textStyles.ts';
import { visibleControls } from './visibleControls.ts';

/** A document of sections with labelled values, such as the file of a case. */
export interface PlainDocument {
  /** In lists of files and in the metadata: an id, no name. */
  title: string;
  heading: string;
  /** Below the heading. */
  about: string;
  /** At the bottom of each page. */
  foot: string;
  at: string;
  sections: readonly { title: string; fields: readonly (readonly [label: string, value: string])[] }[];
}

/** A document as PDF/A-2b. */
export async function documentPdf(asGiven: PlainDocument, fontSet: FontSet): Promise<Buffer> {
  const { title, heading, about, foot, at, sections } = visibleControls(asGiven);
  const page = new PdfPage(fontSet, { title, at: new Date(at) });
  page.text(heading, page.body, textStyles.title);
  page.text(about, page.body, textStyles.small);
  page.y += 8;
  for (const section of sections) {
    layout.section(page, section.title);
    for (const [label, value] of section.fields) layout.field(page, label, value);
  }
  return await page.end((n, of) => [foot, `Page ${n} of ${of}`], textStyles.small);
}
