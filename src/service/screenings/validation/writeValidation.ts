import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvCell } from '../../../screening/screening.ts';
import type { Validation } from '../../../screening/validation/measureModel.ts';
import { FontSet } from '../report/fonts/FontSet.ts';
import { type ValidationPack, validationPdf, wilson } from './validationPdf.ts';

/** The files of a pack; their names contain the date. */
export interface ValidationFiles {
  pdf: string;
  figures: string;
  belowTheLine: string;
}

/**
 * Writes a validation to a directory: the document, its figures, and the sample below the threshold. Each file appears
 * when it is complete; those of the same day are replaced.
 * @param fonts the folder of fonts that `npm run build` creates; if it is missing, fonts are built for this run.
 */
export async function writeValidation(
  pack: ValidationPack,
  directory: string,
  fonts: string,
): Promise<ValidationFiles> {
  await mkdir(directory, { recursive: true });
  const name = join(directory, `screening-validation-${pack.at.toISOString().slice(0, 10)}`);
  const files = { pdf: `${name}.pdf`, figures: `${name}.csv`, belowTheLine: `${name}-below-the-line.csv` };
  await replaceFile(files.pdf, await printed(pack, fonts));
  await replaceFile(files.figures, figuresCsv(pack.validation));
  await replaceFile(files.belowTheLine, belowTheLineCsv(pack.validation));
  return files;
}

async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

async function printed(pack: ValidationPack, fonts: string): Promise<Buffer> {
  const fontSet = openFonts(fonts);
  if (fontSet) return await validationPdf(pack, fontSet);
  const folder = await mkdtemp(join(tmpdir(), 'idv-fonts-'));
  try {
    const { buildReportFonts } = await import('../report/build/buildReportFonts.ts');
    await buildReportFonts(folder);
    return await validationPdf(pack, new FontSet(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openFonts(folder: string): FontSet | null {
  try {
    return new FontSet(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** One line for each group and kind of query; shares from 0 to 1. */
function figuresCsv({ lines }: Validation): string {
  const rows = lines.flatMap(({ section, group, name, dated }) =>
    (
      [
        ['name', name],
        ['name_and_date_of_birth', dated],
      ] as const
    ).flatMap(([basis, share]) => {
      if (!share?.questions) return [];
      const [low, high] = wilson(share);
      const shares = [share.count / share.questions, low, high].map((value) => value.toFixed(4));
      return [[section, group, basis, String(share.questions), String(share.count), ...shares]];
    }),
  );
  return csv([['section', 'group', 'basis', 'questions', 'count', 'share', 'low95', 'high95'], ...rows]);
}

/** With an empty column for the judgement. */
function belowTheLineCsv({ belowTheLine }: Validation): string {
  const rows = belowTheLine.map(({ asked, dateOfBirth, listed, entityId, lists, score, isMeant }) => [
    asked,
    dateOfBirth ?? '',
    listed,
    entityId,
    lists.join(';'),
    score.toFixed(4),
    isMeant ? 'yes' : 'no',
    '',
  ]);
  const header = ['asked', 'dateOfBirth', 'listed', 'entityId', 'lists', 'score', 'meant', 'shouldAlert'];
  return csv([header, ...rows]);
}

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
