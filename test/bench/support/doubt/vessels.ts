import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { type Outcome, outcomesOf, type Question } from './outcome.ts';
import { withoutLetter } from './spelling.ts';

/** Listed vessels under the ways in which ships are written. */
export function vessels(index: ScreeningIndex, entities: readonly Listed[]): Record<string, Outcome> {
  const ships = entities.filter(({ kind }) => kind === 'vessel');
  return outcomesOf(index, ships, {
    'as listed': named((name) => name),
    'M/V X': named((name) => `M/V ${name}`),
    'MV X': named((name) => `MV ${name}`),
    'MT X': named((name) => `MT ${name}`),
    'M.T. X': named((name) => `M.T. ${name}`),
    'SS X': named((name) => `S/S ${name}`),
    'Motor Vessel X': named((name) => `Motor Vessel ${name}`),
    'X (vessel)': named((name) => `${name} (vessel)`),
    'X IMO 1234567': (ship) => asked(`${ship.names[0]!.text} IMO 9999993`),
    'MV Y IMO and its number': (ship) => {
      const imo = imoOf(ship);
      return imo ? asked(`MV Unlisted Bluebird IMO ${imo}`) : null;
    },
    'its number in the name alone': (ship) => {
      const imo = imoOf(ship);
      return imo ? asked(`IMO${imo}`) : null;
    },
    'one letter missing': named((name, at) =>
      name.replace(/[^A-Za-z]/g, '').length < 4 ? null : withoutLetter(name, at),
    ),
    'Roman and Arabic numerals exchanged': named((name) => {
      const other = exchanged(name);
      return other === name ? null : other;
    }),
  });
}

function named(of: (name: string, at: number) => string | null): Question {
  return ({ names }, at) => {
    const name = of(names[0]!.text, at);
    return name ? asked(name) : null;
  };
}

function asked(name: string) {
  return { organisation: { name } };
}

function imoOf({ identifiers = [] }: Listed): string | null {
  return identifiers.find(({ type }) => type === 'imo')?.number.replace(/\D/g, '') ?? null;
}

const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

function exchanged(name: string): string {
  return name
    .split(' ')
    .map((word, i) => {
      if (i === 0) return word;
      const at = roman.indexOf(word.toUpperCase());
      if (at >= 0) return String(at + 1);
      const number = /^\d{1,2}$/.test(word) ? Number(word) : 0;
      return roman[number - 1] ?? word;
    })
    .join(' ');
}
