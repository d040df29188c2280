import { describe, expect, test } from 'vitest';
import { faults } from '../../src/testwallet/faults/faults.ts';
import { makeScenario } from '../../src/testwallet/scenario.ts';

const scenario = makeScenario(Date.parse('2026-11-20T12:00:00Z'));

describe.each(Object.entries(faults))('faults of %s', (_, group) => {
  test.each(group.map((fault) => [fault.name, fault.code, fault] as const))(
    '%s: %s',
    async (_name, code, fault) => {
      await expect(async () => fault.bad(scenario)).rejects.toMatchObject({ name: 'CredentialError', code });
      await fault.honest(scenario);
    },
  );
});

test('every fault has a unique name', () => {
  const names = Object.values(faults).flatMap((group) => group.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});
