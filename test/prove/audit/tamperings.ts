import { type RawBuilder, sql } from 'kysely';

export interface TamperingOptions {
  /** How many lines the log has. */
  lines: number;
  /** The sealed head of an earlier, shorter log. */
  earlier: Uint8Array;
  /** The head right before the last line. */
  beforeLast: Uint8Array;
  /** At how many positions each column is changed. */
  places: number;
}

type Change = RawBuilder<unknown>;
type Tampering = [name: string, changes: Change[]];

const COLUMNS = 'id, mode, at, key_id, action, case_id, request_id, note, position, mac, link'.split(', ');

/** Other values of a column, as SQL. */
function valuesOf(column: string): string[] {
  if (column === 'position') return ['0', '-7', '-position', 'position + 1000000', 'null'];
  if (column === 'at') return ["at + interval '1 ms'", "at - interval '1 year'", 'null'];
  if (column === 'mode') return ["case mode when 'live' then 'test' else 'live' end", "''", 'null'];
  if (column === 'note') return ["'\\x00'"];
  return [`${column} || 'x'`, "''", 'null'];
}

/** Changes by somebody with the database but no key: every verb on every column, each with a name. */
export function tamperings(options: TamperingOptions): Tampering[] {
  const { lines, places } = options;
  const at = Array.from(
    { length: places },
    (_, place) => 1 + Math.floor((place * (lines - 1)) / Math.max(1, places - 1)),
  );
  return [
    ...at.flatMap((position) => updates(position, lines)),
    ...deletions(options),
    ...insertions(lines),
    ...heads(options),
  ];
}

function updates(position: number, lines: number): Tampering[] {
  const other = position === lines ? 1 : lines;
  const changed = COLUMNS.flatMap((column) =>
    valuesOf(column).map(
      (value): Tampering => [
        `update ${column} of line ${position} to ${value}`,
        [sql.raw(`update audit_log set ${column} = ${value} where position = ${position}`)],
      ],
    ),
  );
  // In a small log all lines may have the same mode, key and case.
  const copied = ['id', 'position', 'mac', 'link'].map(
    (column): Tampering => [
      `update ${column} of line ${position} to that of line ${other}`,
      [
        sql.raw(
          `update audit_log set ${column} = (select ${column} from audit_log where position = ${other}) where position = ${position}`,
        ),
      ],
    ],
  );
  const next = position === lines ? position - 1 : position + 1;
  return [...changed, ...copied, [`lines ${position} and ${next} change places`, swap(position, next)]];
}

function deletions({ lines, earlier, beforeLast }: TamperingOptions): Tampering[] {
  const middle = Math.floor(lines / 2);
  const withHead = (sealed: Uint8Array) => sql`update audit_head set sealed = ${sealed}`;
  const last = sql.raw(`delete from audit_log where position = ${lines}`);
  return [
    ...[1, middle, lines].map(
      (position): Tampering => [
        `delete line ${position}`,
        [sql.raw(`delete from audit_log where position = ${position}`)],
      ],
    ),
    ['delete the last line, at once, with the head before it', [last, withHead(beforeLast)]],
    [
      'delete the end, with an earlier head',
      [sql.raw(`delete from audit_log where position > ${middle}`), withHead(earlier)],
    ],
    [
      'delete the end and the head',
      [sql.raw(`delete from audit_log where position > ${middle}`), sql`delete from audit_head`],
    ],
    ['delete all', [sql`delete from audit_log`, sql`delete from audit_head`]],
    ['truncate the log', [sql`truncate audit_log`]],
    ['truncate both', [sql`truncate audit_log`, sql`truncate audit_head`]],
    [
      'delete the first line and move the others down',
      [
        sql`delete from audit_log where position = 1`,
        sql`update audit_log set position = position + 1000000`,
        sql`update audit_log set position = position - 1000001`,
      ],
    ],
  ];
}

function insertions(lines: number): Tampering[] {
  const places = ['0', '-7', '-1', String(lines + 1), String(lines + 9), 'null'];
  return places.flatMap((place) =>
    ["''", 'mac'].flatMap((mac): Tampering[] => [
      [
        `insert a line at ${place} with the MAC ${mac}`,
        [invented(place, { mac, action: "'decide approved'" })],
      ],
      [
        `insert a copy of a line at ${place} with the MAC ${mac}`,
        [invented(place, { mac, action: 'action' })],
      ],
    ]),
  );
}

const invented = (place: string, { mac, action }: { mac: string; action: string }) =>
  sql.raw(`insert into audit_log (id, mode, at, key_id, action, case_id, request_id, note, position, mac, link)
    select 'log_zzz', mode, at, key_id, ${action}, case_id, request_id, note, ${place}, ${mac}, link
    from audit_log order by position desc limit 1`);

function heads({ earlier }: TamperingOptions): Tampering[] {
  return [
    ['delete the head', [sql`delete from audit_head`]],
    ['update the head to nothing', [sql`update audit_head set sealed = ''`]],
    [
      'update the head to other bytes',
      [sql`update audit_head set sealed = sealed || ''::bytea || '\x00'::bytea`],
    ],
    [
      'update the head to an earlier one, and delete the last line',
      [
        sql`update audit_head set sealed = ${earlier}`,
        sql`delete from audit_log where position = (select max(position) from audit_log)`,
      ],
    ],
  ];
}

/** Two lines cannot have one place, not even for a moment. */
function swap(one: number, other: number): Change[] {
  const move = (from: number, to: number) =>
    sql`update audit_log set position = ${to}::int where position = ${from}::int`;
  return [move(one, 1_000_000), move(other, one), move(1_000_000, other)];
}

/** Somebody with the database can also remove what it checks by itself. */
export const unchecked = sql.raw(
  `alter table audit_log drop constraint audit_log_pkey, drop constraint audit_log_position_key,
   drop constraint audit_log_position_check, ${COLUMNS.filter((name) => !['note', 'id'].includes(name))
     .map((name) => `alter column ${name} drop not null`)
     .join(', ')}`,
);
