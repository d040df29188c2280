import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

export interface TamperingOptions {
  /** How many lines the log has. */
  lines: number;
  /** The sealed head of an earlier, shorter log. */
  earlier: Uint8Array;
  /** The number of random changes of single values, in addition to the named ones. */
  random: number;
}

type Change = RawBuilder<unknown>;

const UNLINK = sql`update audit_log set position = null, link = null where position > 1`;
const COLUMNS = ['mode', 'at', 'key_id', 'action', 'case_id', 'request_id', 'mac', 'link'] as const;

/** Changes to the audit log by somebody with the database but no key, each with a name. */
export function tamperings({ lines, earlier, random }: TamperingOptions): [string, Change[]][] {
  const middle = Math.floor(lines / 2);
  const invented = (mac: Change) => sql`
    insert into audit_log (id, mode, at, key_id, action, case_id, request_id, mac)
    select 'log_zzz', mode, at, key_id, 'invented', case_id, request_id, ${mac} from audit_log limit 1`;
  const named: [string, Change[]][] = [
    ['a line is changed', [sql`update audit_log set action = 'nothing' where position = ${middle}`]],
    ['a line is removed', [sql`delete from audit_log where position = ${middle}`]],
    ['the last line is removed', [sql`delete from audit_log where position = ${lines}`]],
    ['two lines change places', swap(middle, middle + 1)],
    [
      'the end is removed, and an earlier head put back',
      [sql`delete from audit_log where position > ${middle}`, sql`update audit_head set sealed = ${earlier}`],
    ],
    [
      'the head is removed with the end',
      [sql`delete from audit_log where position > ${middle}`, sql`delete from audit_head`],
    ],
    ['all is removed', [sql`delete from audit_log`, sql`delete from audit_head`]],
    ['a line is invented', [invented(sql`''`)]],
    ['a line is invented with the MAC of another', [invented(sql`mac`)]],
    [
      'a line is doubled under another id',
      [
        sql`insert into audit_log (id, mode, at, key_id, action, case_id, request_id, note, mac)
        select 'log_zzz', mode, at, key_id, action, case_id, request_id, note, mac from audit_log limit 1`,
      ],
    ],
    [
      'a line is hidden as refused',
      [sql`update audit_log set position = null, link = null, refused = true where position = ${lines}`],
    ],
    [
      'places and links are null, and a line is changed',
      [UNLINK, sql`update audit_log set action = 'nothing' where id = (select max(id) from audit_log)`],
    ],
    [
      'places and links are null, and a line is removed',
      [
        UNLINK,
        sql`delete from audit_log where id = (select id from audit_log order by id offset ${middle} limit 1)`,
      ],
    ],
    ['places and links are null, and a line is invented', [UNLINK, invented(sql`mac`)]],
    [
      'all places and links are null, and a line is removed',
      [
        sql`update audit_log set position = null, link = null`,
        sql`delete from audit_log where id = (select min(id) from audit_log)`,
      ],
    ],
  ];
  return [...named, ...Array.from({ length: random }, () => anyChange(lines))];
}

/** Two lines can't have one place, not even for a moment. */
function swap(one: number, other: number): Change[] {
  const move = (from: number, to: number) =>
    sql`update audit_log set position = ${to}::int where position = ${from}::int`;
  return [move(one, 1_000_000), move(other, one), move(1_000_000, other)];
}

/** One value of one line. */
function anyChange(lines: number): [string, Change[]] {
  const column = COLUMNS[randomInt(COLUMNS.length)]!;
  const position = randomInt(lines) + 1;
  const value =
    column === 'at'
      ? sql`at + interval '1 ms'`
      : column === 'mode'
        ? sql`case mode when 'live' then 'test' else 'live' end`
        : sql`${sql.ref(column)} || 'x'`;
  const change = sql`update audit_log set ${sql.ref(column)} = ${value} where position = ${position}`;
  return [`${column} of line ${position} is changed`, [change]];
}
