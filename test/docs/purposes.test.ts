import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { defaultPolicy } from '../../src/contract/policy.ts';
import { sweeps } from '../../src/service/background/sweeps.ts';
import { settingNames } from '../../src/service/settings/config.ts';
import { consentedPurposes, purposes, rowsOf } from '../support/privacyLedger.ts';
import { startTestService } from '../support/service.ts';
import { englishTexts } from '../widget/support/texts.ts';

const ledger = readFileSync(new URL('../../docs/privacy.md', import.meta.url), 'utf8');
const plain = JSON.parse(readFileSync(new URL('./plainColumns.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;
const coded = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

test('each column of the database is in the ledger, or is known to hold nothing of a person', async () => {
  const { deps } = await startTestService();
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and table_name in (
      select tablename from pg_tables where schemaname = current_schema())
      and table_name !~ '_([0-9]+|rest)$'`.execute(deps.db);
  const listed = new Set(
    rowsOf('Where it is stored').flatMap(([table, columns]) =>
      coded(columns!).map((column) => `${coded(table!)[0]}.${column}`),
    ),
  );
  const known = new Set(Object.entries(plain).flatMap(([table, all]) => all.map((one) => `${table}.${one}`)));
  const all = rows.map(({ table, column }) => `${table}.${column}`);
  // A new column: say in docs/privacy.md what it holds of a person, or list it in plainColumns.json.
  expect(all.filter((one) => !listed.has(one) && !known.has(one))).toEqual([]);
  expect([...listed, ...known].filter((one) => !all.includes(one))).toEqual([]);
  expect([...listed].filter((one) => known.has(one))).toEqual([]);
});

test('each sweep is in the ledger', () => {
  const deleting = rowsOf('Who deletes').flatMap(([sweep]) => coded(sweep!));
  const others = coded(/These delete nothing of a person: (.+)/.exec(ledger)![1]!);
  expect([...deleting, ...others].toSorted()).toEqual(Object.keys(sweeps).toSorted());
});

test('each setting of a period is in the ledger', () => {
  const names = settingNames.filter((name) =>
    /^RETENTION_|EXCEPTION_DAYS|SESSION_HOURS|SAMPLE_PERCENT|OPERATOR_NAME/.test(name),
  );
  expect(names.length).toBe(7);
  expect(names.filter((name) => !ledger.includes(`\`${name}\``))).toEqual([]);
});

test('each rule of a case is in the ledger, with its purpose or as one that adds none', () => {
  const section = ledger.slice(ledger.indexOf('## Every purpose'), ledger.indexOf('## Where it is stored'));
  const named = new Set(coded(section).map((name) => name.split(':')[0]!));
  expect(Object.keys(defaultPolicy).filter((rule) => !named.has(rule))).toEqual([]);
});

test('each purpose is said in the consent, in words that stand there', () => {
  expect(purposes.length).toBeGreaterThan(25);
  const consented = consentedPurposes(englishTexts);
  expect(purposes.filter((purpose) => !consented.includes(purpose))).toEqual([]);
});

test('each sentence of the consent serves a purpose', () => {
  const cited = new Set(purposes.flatMap(({ sayings }) => sayings.map(({ key }) => key)));
  const facts = /\$\{[^}]*\bconsent\.(\w+(?:\.text)?)/g;
  const source = readFileSync(new URL('../../src/widget/steps/consentFacts.ts', import.meta.url), 'utf8');
  const shown = [...source.matchAll(facts)].map(([, name]) => name!);
  const frame = ['moreTitle', 'keptTitle', 'details', 'contact', 'privacy'];
  expect(shown.filter((name) => !frame.includes(name) && !cited.has(`consent.${name}`))).toEqual([]);
});
