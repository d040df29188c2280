import type { InventedList } from './inventedLists.ts';

/** A possible damage to the files of a list. */
export interface Damage {
  name: string;
  /** The files afterwards; `null` where it changes nothing. */
  damaged: (list: InventedList) => Record<string, string | Buffer> | null;
}

const PAGE = `<!doctype html>\n<html><head><title>Sign in</title></head>\n<body>${'<p>Please sign in.</p>\n'.repeat(200)}</body></html>\n`;
const ERROR = `${JSON.stringify({ error: 'rate_limited', message: 'Too many requests', retryAfter: 60 })}\n`;

/** Changes the main file. */
function main(name: string, change: (text: string, list: InventedList) => string | Buffer): Damage {
  return {
    name,
    damaged: (list) => {
      const text = list.files[list.file]!;
      const next = change(text, list);
      return next === text ? null : { ...list.files, [list.file]: next };
    },
  };
}

/** Changes a side file. */
function side(
  name: string,
  change: (files: Record<string, string>, file: string) => Record<string, string>,
): Damage[] {
  return ['alt.csv', 'add.csv'].map((file) => ({
    name: `${file} ${name}`,
    damaged: (list) => (list.files[file] === undefined ? null : change({ ...list.files }, file)),
  }));
}

function without(files: Record<string, string>, file: string): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== file));
}

/** Cut after a share of its bytes, wherever that is. */
const cuts = [0.03, 0.2, 0.4, 0.5, 0.61, 0.8, 0.93, 0.99].map((share) =>
  main(`cut after ${Math.round(share * 100)} %`, (text) => {
    const bytes = Buffer.from(text);
    return bytes.subarray(0, Math.floor(bytes.length * share));
  }),
);

/** Cut between two lines, as a whole. */
const lineCuts = [0.5, 0.9].map((share) =>
  main(`cut between lines after ${Math.round(share * 100)} %`, (text) => {
    const lines = text.split(/(?<=\n)/);
    return lines.slice(0, Math.floor(lines.length * share)).join('');
  }),
);

const rows = [
  main('last row gone', (text) => {
    const lines = text.split(/(?<=\n)/);
    const last = lines.findLastIndex((line) => /1045|2009/.test(line));
    return last < 0 ? text : lines.toSpliced(last, 1).join('');
  }),
  main('a row gone in the middle', (text) => {
    const lines = text.split(/(?<=\n)/);
    const at = lines.findIndex((line, i) => i > 2 && /100[34]/.test(line));
    return at < 0 ? text : lines.toSpliced(at, 1).join('');
  }),
  main('a row cut in the middle', (text) => {
    const lines = text.split(/(?<=\n)/);
    const at = Math.floor(lines.length / 2);
    return lines.with(at, `${lines[at]!.slice(0, lines[at]!.length / 2).trimEnd()}\n`).join('');
  }),
  main('every other row gone', (text) => {
    const lines = text.split(/(?<=\n)/);
    return lines.filter((line, i) => i < 4 || !/"?(NK-|INV)?[12]0\d\d/.test(line) || i % 2 === 0).join('');
  }),
  main('the first lines gone', (text) =>
    text
      .split(/(?<=\n)/)
      .slice(3)
      .join(''),
  ),
  main('each row twice', (text) =>
    text
      .split(/(?<=\n)/)
      .flatMap((line, i) => (i > 1 && /[12]0\d\d/.test(line) ? [line, line] : [line]))
      .join(''),
  ),
];

/**
 * Entries missing at the start or end of a list, as in a file cut between two rows: the publisher's end marks and
 * counts are still right, and a long list misses too few for its totals.
 */
export const cutEnds: readonly Damage[] = [
  main('its last entry gone', (text, list) => withoutEntries(text, list, [2009])),
  main('its last three entries gone', (text, list) => withoutEntries(text, list, [2007, 2008, 2009])),
  main('its first entry gone', (text, list) => withoutEntries(text, list, [1001])),
  main('the last row of its last entry gone', (text) => {
    const lines = text.split(/(?<=\n)/);
    const last = lines.findLastIndex((line) => isOf(line, 2009));
    return last > 0 && isOf(lines[last - 1]!, 2009) ? lines.toSpliced(last, 1).join('') : text;
  }),
];

/** No damage: two entries were taken off the list. */
export const delisting: Damage = main('two entries taken off', (text, list) =>
  withoutEntries(text, list, [1101, 1203]),
);

/** The lines of some entries removed, and the published count reduced accordingly. */
function withoutEntries(text: string, { format }: InventedList, numbers: readonly number[]): string {
  if (format === 'US CSL JSON') return text;
  const count = /(?<=<Record_Count>)\d+/;
  return text
    .split(/(?<=\n)/)
    .filter((line) => !numbers.some((number) => isOf(line, number)))
    .join('')
    .replace(count, (all) => String(Number(all) - numbers.length));
}

function isOf(line: string, number: number): boolean {
  return new RegExp(`(?<!\\d)${number}(?!\\d)`).test(line);
}

const contents = [
  main('empty', () => ''),
  main('a line break alone', () => '\n'),
  main('a page of a portal', () => PAGE),
  main('a page after the list', (text) => text + PAGE),
  main('an error in JSON', () => ERROR),
  main('random bytes', () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31 + i * 7) % 256))),
  main('zeros at the end', (text) =>
    Buffer.concat([Buffer.from(text).subarray(0, text.length / 2), Buffer.alloc(text.length / 2)]),
  ),
];

const encodings = [
  main('in UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
  main('in UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le')),
  main('in UTF-8 twice', (text) => Buffer.from(Buffer.from(text).toString('latin1'))),
  main('letters lost', (text) =>
    text.replace(/(?<=["<>:,;\s])[A-Z][a-z]+ov [^"<>,;\n]+/g, (name) => name.replace(/\p{L}/gu, '?')),
  ),
];

/** Renamed columns, elements, attributes and properties that affect matching. */
const renames = [
  ...[
    'Name 6',
    'Group Type',
    'Group ID',
    'DOB',
    'Nationality',
    'Alias Type',
    'Unique ID',
    'D.O.B',
    'Name type',
  ],
  ...['Designation Type', 'Entity_LogicalId', 'NameAlias_WholeName', 'Entity_SubjectType_ClassificationCode'],
  ...[
    'BirthDate_BirthDate',
    'Citizenship_CountryIso2Code',
    'schema',
    'aliases',
    'birth_date',
    'countries',
    'sdnEntry',
  ],
  ...[
    'lastName',
    'firstName',
    'sdnType',
    'akaList',
    'dateOfBirth',
    'dateOfBirthList',
    'DistinctParty',
    'DocumentedName',
  ],
  ...[
    'NamePartValue',
    'Alias',
    'Feature',
    'INDIVIDUAL',
    'ENTITY',
    'FIRST_NAME',
    'SECOND_NAME',
    'INDIVIDUAL_ALIAS',
  ],
  ...[
    'ALIAS_NAME',
    'INDIVIDUAL_DATE_OF_BIRTH',
    'DATAID',
    'Designation',
    'UniqueID',
    'Names',
    'Name6',
    'NameType',
    'DOBs',
  ],
  ...[
    'IndividualEntityShip',
    'sanctionEntity',
    'nameAlias',
    'wholeName',
    'birthdate',
    'subjectType',
    'logicalId',
  ],
  ...[
    'properties',
    'name',
    'alias',
    'topics',
    'birthDate',
    'alt_names',
    'dates_of_birth',
    'type',
    'source',
    'results',
  ],
  ...[
    '_id',
    'dateOfBirth',
    'kind',
    'FeatureTypeValues',
    'PartySubTypeValues',
    'PartyTypeValues',
    'SanctionsEntries',
  ],
].map((word) =>
  main(`${word} renamed`, (text, { file }) => {
    const next = `${word.replaceAll(' ', '')}New`;
    if (/\.xml$/i.test(file))
      return text.replace(new RegExp(`(</?|\\s)${word}(?=[\\s>/=])`, 'g'), (found) =>
        found.replace(word, next),
      );
    if (/\.json$/.test(file)) return text.replaceAll(`"${word}":`, `"${next}":`);
    return text
      .split('\n')
      .map((line, i) =>
        i < 3
          ? line.replace(
              new RegExp(`(^|[,;"\\uFEFF])${word.replace(/[().]/g, '\\$&')}(?=[,;"\\r]|$)`),
              `$1${next}`,
            )
          : line,
      )
      .join('\n');
  }),
);

/** Kinds: renamed, and one taken for the other. */
const kinds = [
  ['individuals renamed', /\bindividual\b(?=[",<])/gi, 'natural person'],
  ['people renamed', /\bperson\b(?=[",;])/gi, 'individuals'],
  ['people called companies', /(?<=[":;])Person(?=[",;])/g, 'Company'],
  ['persons called enterprises', /(?<=[":;])person(?=[",;])/g, 'enterprise'],
  ['individuals called entities', /\bIndividual(?=[<",])/g, 'Entity'],
  ['one individual called an entity', /\bIndividual(?=[<",])/, 'Entity'],
  ['one person called a company', /(?<=[":;])Person(?=[",;])/, 'Company'],
  ['individuals without a type', /"individual"/g, '-0- '],
  ['one individual without a type', /"individual"/, '-0- '],
  ['parties called entities', /PartySubTypeID="4"/g, 'PartySubTypeID="3"'],
  ['parties of an unknown kind', /PartySubTypeID="4"/g, 'PartySubTypeID="99"'],
  ['elements of individuals called entities', /INDIVIDUAL(?=>)/g, 'ENTITY'],
  ['aliases of an unknown kind', /"aka"|(?<=,)AKA(?=,)|(?<=[,>])Alias(?=[,<])/g, 'nickname'],
  ['topics taken away', /"topics":\["sanction"\]/g, '"topics":[]'],
].map(([name, find, put]) => main(String(name), (text) => text.replace(find as RegExp, String(put))));

const names = [
  main('a row without a name', (text) => blanked(text, 1)),
  main('rows without names', (text) => blanked(text, 99)),
  main('the aliases gone', (text) =>
    text
      .replace(/"alias":\[[^\]]*\]/g, '"alias":[]')
      .replace(/<ALIAS_NAME>[^<]*<\/ALIAS_NAME>/g, '<ALIAS_NAME/>'),
  ),
  main('an id twice', (text) => text.replace(/1002/g, '1001')),
  main('an id of nobody', (text) => text.replace(/^1002(?=,)|(?<=[,;>"-])1002(?=[,;<"])/gm, 'none')),
];

/** The names of the first so many people taken out. */
function blanked(text: string, max: number): string {
  let left = max;
  return text.replace(/[A-Z]{6,}(, [A-Z][a-z]+)?|\b[A-Z][a-z]+ [A-Z]{6,}\b/g, (name) => {
    const isName =
      /^(Zoran|Fyodor|Tarik|Estanislao|Honoria|Benedikt|Ludmila|Osvaldo|Ingeborg|Radomir) |, [A-Z]/.test(
        name,
      ) || FAMILIES.test(name);
    return isName && left-- > 0 ? '' : name;
  });
}

const FAMILIES =
  /^(QUILLFEATHER|VYMYSHLENNIKOV|IMAGINARI|URNAVERA|BALLOTBURY|FEDERKIEL|GRAUERFUND|NIMMERWAHR|OUZOUNBELI|TSCHERNOGRAD|ABENDROTHEN|KOWALEWITZ|MARCHFELDER|SILBERMOHN|WEIDENKAMM)$/;

const tables = [
  main('its header gone', (text, { file }) =>
    /\.csv$/i.test(file) && !/^sdn/.test(file) ? text.slice(text.indexOf('\n') + 1) : text,
  ),
  main('another delimiter', (text, { file }) =>
    /\.csv$/i.test(file) ? text.replaceAll(',', '\t').replaceAll(';', '|') : text,
  ),
  main('a column less', (text, { file }) =>
    /\.csv$/i.test(file) ? text.replace(/^("[^"]*"|[^,;]*)[,;]/gm, '') : text,
  ),
  main('the end mark gone', (text) => text.replace('\u001a', '')),
  main('another count told', (text) =>
    text.replace(/<Record_Count>\d+/, '<Record_Count>99').replace(/"total": \d+/, '"total": 99'),
  ),
];

const sides = [
  ...side('gone', without),
  ...side('empty', (files, file) => ({ ...files, [file]: '' })),
  ...side('a page', (files, file) => ({ ...files, [file]: PAGE })),
  ...side('cut', (files, file) => ({ ...files, [file]: files[file]!.slice(0, files[file]!.length / 2) })),
  ...side('cut between rows', (files, file) => ({
    ...files,
    [file]: `${files[file]!.split(/(?<=\n)/)
      .slice(0, 20)
      .join('')}\u001a`,
  })),
  ...side('of others', (files, file) => ({ ...files, [file]: files[file]!.replace(/^(\d)/gm, '9$1') })),
  ...side('another table', (files, file) => ({
    ...files,
    [file]: files[file === 'alt.csv' ? 'add.csv' : 'alt.csv']!,
  })),
  ...side('the main table', (files, file) => ({ ...files, [file]: files['sdn.csv']! })),
];

const directories: Damage[] = [
  { name: 'the main file gone', damaged: (list) => without(list.files, list.file) },
  { name: 'nothing but a readme', damaged: () => ({ 'README.md': 'Lists.\n' }) },
  {
    name: 'under another name',
    damaged: (list) => ({ ...without(list.files, list.file), [`${list.file}.part`]: list.files[list.file]! }),
  },
];

/** All of them. */
export const damages: readonly Damage[] = [
  ...cuts,
  ...lineCuts,
  ...rows,
  ...cutEnds,
  ...contents,
  ...encodings,
  ...renames,
  ...kinds,
  ...names,
  ...tables,
  ...sides,
  ...directories,
];
